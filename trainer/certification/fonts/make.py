"""The fonts of the certificates: Google's Noto, cut to the scripts in which names are printed.

    npm install --prefix FOLDER @expo-google-fonts/noto-{sans,serif,sans-tc,sans-sc,sans-thai,sans-tamil} \\
        @expo-google-fonts/noto-{naskh-arabic,sans-devanagari}
    .venv/bin/python -m trainer.certification.fonts.make FOLDER

The traditional font has the 13,053 Chinese characters of Big5, the simplified one those of GB 2312 and all others of
Unicode's first block, so each of its 20,902 characters is in one of them. The licence is the SIL Open Font License 1.1,
see OFL.txt beside the fonts.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]  # no stubs
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # no stubs

from trainer.certification.names import CHINESE_PUNCTUATION, PUNCTUATION, SCRIPTS, is_in

HERE = Path(__file__).parent

DOTTED_CIRCLE = 0x25CC

FAMILIES: Mapping[str, str] = {
    "noto-sans/400Regular/NotoSans_400Regular": "latin",
    "noto-sans/600SemiBold/NotoSans_600SemiBold": "latin",
    "noto-serif/400Regular/NotoSerif_400Regular": "latin",
    "noto-serif/600SemiBold/NotoSerif_600SemiBold": "latin",
    "noto-sans-tc/400Regular/NotoSansTC_400Regular": "traditional",
    "noto-sans-sc/400Regular/NotoSansSC_400Regular": "simplified",
    "noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular": "arabic",
    "noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular": "devanagari",
    "noto-sans-tamil/400Regular/NotoSansTamil_400Regular": "tamil",
    "noto-sans-thai/400Regular/NotoSansThai_400Regular": "thai",
}
"""The files in the packages, with what each is cut to."""


def signs_of(part: str) -> frozenset[int]:
    """Return the code points that a font is cut to."""
    han, latin_signs = _points("han"), frozenset(map(ord, PUNCTUATION))
    chinese_signs = frozenset(map(ord, CHINESE_PUNCTUATION))
    traditional = frozenset(point for point in han if is_in(chr(point), "big5"))
    if part == "traditional":
        return traditional | latin_signs | chinese_signs
    if part == "simplified":
        simple = frozenset(point for point in han if is_in(chr(point), "gb2312"))
        return simple | (han - traditional) | chinese_signs
    return _points(part) | latin_signs | {DOTTED_CIRCLE}


def cut(source: Path, target: Path, points: Collection[int]) -> None:
    """Write the part of a font that has these code points, with what shapes and joins them, without hints."""
    options = Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.glyph_names = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.drop_tables += ["BASE", "STAT", "VORG", "vhea", "vmtx"]
    font = TTFont(source, recalcTimestamp=False)
    if len(points) > 5000:  # Chinese needs no shaping, and its tables are large
        options.drop_tables += ["GPOS", "GSUB"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    font.save(target)


def main(folder: Path) -> None:
    """Cut all fonts out of the packages that npm has put into a folder."""
    packages = folder / "node_modules" / "@expo-google-fonts"
    for name, part in FAMILIES.items():
        source = packages / f"{name}.ttf"
        cut(source, HERE / source.name, signs_of(part))
    licences = [(packages / name.split("/")[0] / "LICENSE_FONT").read_text() for name in FAMILIES]
    owners = dict.fromkeys(licence.split("\n", 1)[0] for licence in licences)
    (HERE / "OFL.txt").write_text("\n".join([*owners, licences[0].split("\n", 1)[1]]))


def _points(script: str) -> frozenset[int]:
    return frozenset(point for first, last in SCRIPTS[script] for point in range(first, last + 1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
