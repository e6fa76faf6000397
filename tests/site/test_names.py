"""Names print right on certificates (issue 8, "Names in Latin, Chinese, Tamil, Thai, Arabic and Devanagari")."""

from __future__ import annotations

import re
import unicodedata
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
import typst
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # fontTools has no types

from tests.site.certified import NOON
from trainer.certification import names, pdf
from trainer.certification.models import Blueprint, Candidate, Certificate

PRINTED = {
    "Nguyễn Thị Ánh Ngọc": b"NotoSerif",
    "Łukasz Żółć-Świętopełk": b"NotoSerif",
    "Şükrü İğdır Çağlayan": b"NotoSerif",
    "Ravi a/l Muthu": b"NotoSerif",
    "Tan Ah Kow @ Tan Wei": b"NotoSerif",
    "Ẹ̀bùn O’Neill": b"NotoSerif",
    "陳大文": b"NotoSansTC",
    "马伟强": b"NotoSansSC",
    "朱镕基": b"NotoSansSC",
    "செல்வராணி முத்துக்குமார்": b"NotoSansTamil",
    "สมชาย ตั้งกิจเจริญสุข": b"NotoSansThai",
    "محمد عبد الرحمن الغزالي": b"NotoNaskhArabic",
    "نور عائشة ڤوتيه": b"NotoNaskhArabic",
    "श्रीनिवास लक्ष्मीनारायण शर्मा": b"NotoSansDevanagari",
}
"""Names as people bear them, with the font in which their script is printed."""


def certificate(name: str, language: str = "en") -> Certificate:
    """A certificate that is in no database."""
    return Certificate(
        code="7KQ4MXWB9PDRT2HJV6CE",
        candidate=Candidate(name=name),
        blueprint=Blueprint(slug="dealer-1", plan={"title": {"en": "Dealer 1", "zh-hant": "發牌員一級"}}),
        ruleset="tda",
        edition="2024",
        language=language,
        issued_at=NOON,
        expires_at=NOON + timedelta(days=700),
    )


@cache
def glyphs() -> frozenset[int]:
    """The code points of all fonts that certificates are printed with."""
    files = (Path(pdf.HERE) / "fonts").glob("*.ttf")
    points: set[int] = set()
    for file in files:
        with TTFont(file) as font:
            points |= set(font.getBestCmap())
    return frozenset(points)


def test_every_sign_that_may_be_printed_has_a_glyph() -> None:
    points = {point for ranges in names.SCRIPTS.values() for first, last in ranges for point in range(first, last + 1)}
    letters = {point for point in points if unicodedata.category(chr(point))[0] in "LMN"}
    signs = set(map(ord, names.PUNCTUATION + names.CHINESE_PUNCTUATION))
    assert len(letters) > 21_000, "the first block of Unicode has 20,902 Chinese characters"
    assert (letters | signs) - glyphs() == set()


@pytest.mark.parametrize(("name", "font"), PRINTED.items())
def test_a_name_is_printed_in_the_font_of_its_script_and_the_bytes_are_the_same_each_time(
    name: str, font: bytes
) -> None:
    assert names.can_print(name)
    made = pdf.render(certificate(name))
    assert font in made
    assert b"<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>" in made, "ISO 19005-2, level B"
    assert made == pdf.render(certificate(name))


@pytest.mark.parametrize(
    "name",
    [
        "Фёдор Достоевский",
        "김민준",
        "דוד לוי",
        "Γιώργος",
        "さくら",
        "Ann 🂡",
        "Ann\u202eeiL",  # turns what follows round
        "Ann\nLee\x00",
        "\u0301Ann",  # a mark on nothing
        "Aி",  # a Tamil vowel sign on a Latin letter
        "A" + "\u0316" * 5 + "nn",  # marks that run down across the lines below
        "𠮷田",  # beyond the first block of Unicode
        "123",
        "",
        "A" * 121,
    ],
)
def test_any_other_name_is_not_printed(name: str) -> None:
    assert not names.can_print(name)
    with pytest.raises(pdf.CantPrint):
        pdf.render(certificate(name))


def test_a_name_holds_no_sign_that_nobody_sees() -> None:
    """Directions and spaces of no width (category Cf of Unicode) go, the joiners of Indic scripts stay."""
    assert names.tidy("\u202eAnn\u200b \u2066 Lee\ufeff\x07") == "Ann Lee"
    assert names.tidy("क्\u200dष") == "क्\u200dष"


@pytest.mark.parametrize("name", ["W" * names.LONGEST, "نورالدينمحمد" * 10])
def test_no_letter_of_the_longest_word_is_beyond_the_edge(name: str) -> None:
    """A4 across is 297 mm wide, of which 30 mm on either side are empty; a point is 1/72 inch, an inch 25.4 mm."""
    drawn = pdf.compiled(certificate(name), format="svg").decode()
    assert max(float(x) for x in re.findall(r'<use [^>]*? x="([\d.]+)"', drawn)) < (297 - 60) * 72 / 25.4


def test_a_glyph_that_no_font_has_is_an_error_and_no_empty_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "can_print", lambda _name: True)
    with pytest.raises(typst.TypstError):
        pdf.render(certificate("김민준"))


def test_what_authors_wrote_loses_the_signs_that_no_font_has() -> None:
    assert names.printable("Dealer 1 🂡: 發牌員 (Дилер)") == "Dealer 1 : 發牌員 ()"
    row = certificate("Ann Lee")
    row.blueprint.plan = {"title": {"en": "Дилер 🂡 1"}}
    assert pdf.render(row)


def test_what_people_write_is_no_source_of_typst() -> None:
    row = certificate("Ann @a & (b)")
    row.blueprint.plan = {"title": {"en": '#panic("run") $x$ \\ *'}}
    assert pdf.render(row)


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Nguyễn Thị Ánh Ngọc", "N. T. Á. N."),
        ("O\u0323\u0300la Ade", "Ọ̀. A."),
        ("Jean-Luc  Picard", "J. P."),
        ("Tan Ah Kow @ Tan Wei", "T. A. K. T. W."),
        ("林慧玲", "林○○"),
        ("歐陽 修", "歐○ 修"),
        ("阿依古麗·買買提", "阿○○○·○○○"),
        ("เปรมชัย ศรีสุข", "ป. ศ."),
        ("செல்வராணி முத்து", "செ. மு."),
        ("श्रीनिवास शर्मा", "श्री. श."),
        ("محمد الغزالي", "م. ا."),
        ("", ""),
    ],
)
def test_initials_are_the_first_letter_of_each_word(name: str, initials: str) -> None:
    assert names.initials(name) == unicodedata.normalize("NFC", initials)


def test_chinese_signs_take_the_forms_of_the_name_and_where_it_does_not_say_of_the_language() -> None:
    """Big5 has the traditional forms alone, GB 2312 the simplified ones."""
    assert names.is_traditional("陳偉強", "en")
    assert not names.is_traditional("陈伟强", "zh-hant")
    assert names.is_traditional("王大文", "zh-hant")
    assert not names.is_traditional("王大文", "ms")


def test_a_name_runs_the_way_of_its_first_letter() -> None:
    assert names.is_right_to_left("نور (Nur)")
    assert not names.is_right_to_left("Nur (نور)")
    assert not names.is_right_to_left("林慧玲")


def test_only_names_of_one_word_may_be_a_part_of_one() -> None:
    """Mononyms are one word too ("Sukarno", "சிவா"): they are asked about. A Chinese name is a word of two signs at
    least.
    """
    assert not [name for name in PRINTED if names.may_be_part(name)]
    assert all(map(names.may_be_part, ("D", "D.", " Sukarno ", "சிவா", "陳")))
