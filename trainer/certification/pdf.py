"""A certificate as a PDF: made when it is asked for, the same bytes each time, with the fonts that lie beside."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import segno
import typst
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from trainer.certification import certificates, names
from trainer.certification.models import Certificate

HERE = Path(__file__).parent
STANDARD = "a-2b"
"""For archives (ISO 19005-2): fonts are embedded, and a glyph that no font has is an error, not an empty box."""


class CantPrint(Exception):
    """The name is in a script that the fonts don't have, or it was removed."""


def render(certificate: Certificate, language: str = "") -> bytes:
    """Return a certificate as a PDF in a language, "" its own, with the full name. Raises CantPrint."""
    return compiled(certificate, language, format="pdf", pdf_standards=STANDARD)


def compiled(certificate: Certificate, language: str = "", **how: Any) -> bytes:
    """Return a certificate as typst makes it, as PDF or as a picture. Raises CantPrint."""
    name = certificates.full_name(certificate.candidate)
    if not names.can_print(name):
        raise CantPrint(certificate.code)
    compiler = typst.Compiler(HERE / "certificate.typ", root=HERE, font_paths=_fonts())
    language = language or certificate.language
    with translation.override(language):
        words = json.dumps(_said(certificate, name, language), ensure_ascii=False)
    moment = certificate.issued_at.replace(microsecond=0)
    made = compiler.compile(sys_inputs={"certificate": words}, timestamp=moment, **how)
    assert isinstance(made, bytes)
    return made


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(HERE / "fonts")])


def _said(certificate: Certificate, name: str, language: str) -> Mapping[str, Any]:
    """Return all that the page says; `language` is the one in force."""
    address = certificates.address_of(certificate)
    lang, _dash, script = language.partition("-")
    about = certificates.about(certificate)
    exam = names.printable(about.exam)
    return {
        "lang": lang,
        "region": "TW" if script == "hant" else None,
        "traditional": script == "hant",
        "issued": {part: getattr(certificate.issued_at, part) for part in ("year", "month", "day")},
        "issuer": certificates.ISSUER,
        "title": _("Certificate: %(exam)s") % {"exam": exam},
        "heading": _("CERTIFICATE"),
        "name": names.tidy(name),
        "name-traditional": names.is_traditional(name, language),
        "name-rtl": names.is_right_to_left(name),
        "exam": exam,
        "passed": names.printable(about.passed),
        "facts": [
            (_("Issued"), about.issued),
            (_("Valid until"), about.ends),
            (_("Code"), certificates.spaced(certificate.code)),
        ],
        "proctored": about.proctored,
        "what-not": about.what_not,
        "check": _("Check this certificate"),
        "address": address,
        "mark": (settings.ROOT / "trainer" / "static" / "img" / "mark.svg").read_text(),
        "qr": _qr(address),
    }


def _qr(address: str) -> str:
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(picture, kind="svg", border=0, dark="#16211b")
    return picture.getvalue().decode()
