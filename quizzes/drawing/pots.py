"""What each player put in, cut at the level of every pot: columns for up to six players, rows for more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quizzes.drawing.figure import DIGIT, Figure, Path, Shape, Text, label, without_overlap
from quizzes.drawing.geometry import cells, cut, rounded, tenth

PATTERNS = 8
MOST_COLUMNS = 6
Contribution = tuple[str, int, str]  # name, chips put in, state
Sums = dict[int | None, int]  # chips by pot, the main pot 0, what is returned None

# Columns: the axis, the height of the largest total; the first column, the step to the next, a column's width
FOOT, RISE = 262, 228
FIRST, STEP, WIDTH = 44, 47, 41
NARROWEST = 360
# Rows: where they begin, the length of the largest total; the first row, the step to the next, a row's height
LEFT, RUN = 78, 276
TOP, PITCH, HEIGHT = 22, 30, 24
LEGEND = 20


@dataclass(frozen=True, slots=True)
class PotWords:
    """What is written beside the pots: a pot's name by its index from the main pot, and amounts in short figures."""

    pot: Callable[[int], str]
    back: str
    folded: str
    amount: Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Part:
    """A player's chips from `low` to `high` that belong to one pot; `pot` is None for what is returned."""

    pot: int | None
    low: int
    high: int


def parts(chips: int, back: int, levels: Sequence[int]) -> tuple[Part, ...]:
    """One player's chips, cut at the pots' levels from below. What lies above the last level is in the last pot."""
    kept = chips - back
    cuts = [0, *levels[:-1], max(kept, levels[-1] if levels else 0)]
    cut_up = [
        Part(pot, low, min(kept, high)) for pot, (low, high) in enumerate(pairwise(cuts)) if low < min(kept, high)
    ]
    return (*cut_up, Part(None, kept, chips)) if back else tuple(cut_up)


def draw_pots(
    contributions: Sequence[Contribution],
    levels: Sequence[int],
    returned: Mapping[str, int],
    words: PotWords,
    dead: int = 0,
) -> Figure:
    """The pots of a hand.

    `contributions` are the chips that each player put in, the folded ones' too; `levels` the totals at which the pots
    end, main pot first (75, 125 and 950 chips with one all-in for 125: levels 125 and 950); `returned` what nobody
    matched, by name. `dead` is money in the main pot that is no player's: it counts in its sum and has no column.
    """
    players = sorted(contributions, key=lambda player: player[1])
    cut_up = [parts(chips, returned.get(name, 0), levels) for name, chips, _ in players]
    most = max((chips for _, chips, _ in players), default=0) or 1
    draw = _columns if len(players) <= MOST_COLUMNS else _rows
    return draw(players, cut_up, _sums(cut_up, dead), most, _marks(levels, most), words)


def _marks(levels: Sequence[int], most: int) -> tuple[int, ...]:
    """The totals that get a line: every level, and the largest total."""
    return tuple(sorted({min(level, most) for level in levels} | {most}))


def _sums(cut_up: Sequence[Sequence[Part]], dead: int) -> Sums:
    """What is in each pot, the main pot first, then what is returned."""
    sums: Sums = {0: dead} if dead else {}
    for part in (part for player in cut_up for part in player):
        sums[part.pot] = sums.get(part.pot, 0) + part.high - part.low
    return dict(sorted(sums.items(), key=lambda item: (item[0] is None, item[0] or 0)))


def _name(pot: int | None, words: PotWords) -> str:
    return words.back if pot is None else words.pot(pot)


def _shape(part: Part, x: float, y: float, width: float, height: float) -> Shape:
    if part.pot is None:
        return Shape("layer-back", rounded(x + 1, y + 1, width - 2, height - 3, 3))
    return Shape("layer", rounded(x, y, width, height, 3), f"pot-{part.pot % PATTERNS + 1}")


def _columns(
    players: Sequence[Contribution],
    cut_up: Sequence[Sequence[Part]],
    sums: Sums,
    most: int,
    marks: Sequence[int],
    words: PotWords,
) -> Figure:
    end = FIRST + STEP * len(players) - 2
    shapes: list[Shape] = []
    texts: list[Text] = []

    def y(chips: int) -> float:
        return FOOT - chips * RISE / most

    for index, ((name, _, state), player) in enumerate(zip(players, cut_up, strict=True)):
        x = FIRST + STEP * index
        middle = x + WIDTH / 2
        for part in player:
            shapes.append(_shape(part, x, y(part.high), WIDTH, y(part.low) - y(part.high)))
            if y(part.low) - y(part.high) >= 17:
                shape, text = label(middle, (y(part.low) + y(part.high)) / 2, words.amount(part.high - part.low), WIDTH)
                shapes.append(shape)
                texts.append(text)
        texts.append(Text("strong", tenth(middle), FOOT + 14, cut(name, 7)))
        texts += [Text("soft", tenth(middle), FOOT + 29, words.folded)] if state == "folded" else []
    scale = [Text("soft end", 34, tenth(y(mark)), words.amount(mark)) for mark in reversed(marks)]
    lines = (Path("level-line", f"M38 {tenth(y(mark))}H{end}") for mark in marks)
    return Figure(
        width=max(NARROWEST, end + 83),
        height=300,
        paths=(*lines, Path("axis", f"M38 {FOOT}H{end}")),
        shapes=tuple(shapes),
        texts=(*texts, *without_overlap(scale), *_pot_labels(cut_up, sums, end + 6, y, words)),
    )


def _pot_labels(
    cut_up: Sequence[Sequence[Part]], sums: Sums, x: float, y: Callable[[int], float], words: PotWords
) -> tuple[Text, ...]:
    """The name and sum of each pot, beside its layer, moved up where two would overlap."""
    texts: list[Text] = []
    below = float("inf")
    for pot, amount in sums.items():
        layer = [part for player in cut_up for part in player if part.pot == pot]
        middle = (y(min(part.low for part in layer)) + y(max(part.high for part in layer))) / 2
        below = min(middle, below - 32)
        texts.append(Text("soft start", x, tenth(below - 7.5), _name(pot, words)))
        texts.append(Text("strong start", x, tenth(below + 7.5), words.amount(amount)))
    return tuple(texts)


def _rows(
    players: Sequence[Contribution],
    cut_up: Sequence[Sequence[Part]],
    sums: Sums,
    most: int,
    marks: Sequence[int],
    words: PotWords,
) -> Figure:
    foot = TOP + PITCH * len(players)
    shapes: list[Shape] = []
    texts: list[Text] = []

    def x(chips: int) -> float:
        return LEFT + chips * RUN / most

    for index, ((name, _, state), player) in enumerate(zip(players, cut_up, strict=True)):
        top = TOP + PITCH * index
        middle = top + HEIGHT / 2
        for part in player:
            width = x(part.high) - x(part.low)
            amount = words.amount(part.high - part.low)
            shapes.append(_shape(part, x(part.low), top, width, HEIGHT))
            if width >= cells(amount) * DIGIT + 12:
                shape, text = label((x(part.low) + x(part.high)) / 2, middle, amount, width)
                shapes.append(shape)
                texts.append(text)
        texts.append(Text("soft end" if state == "folded" else "strong end", LEFT - 6, middle, cut(name, 8)))
    scale = [Text("soft", tenth(x(mark)), 9, words.amount(mark)) for mark in reversed(marks)]
    legend_shapes, legend_texts = _legend(sums, foot + 6, words)
    lines = (Path("level-line", f"M{tenth(x(mark))} 17V{foot}") for mark in marks)
    return Figure(
        width=NARROWEST + 10,
        height=foot + 6 + LEGEND * ((len(legend_shapes) + 1) // 2),
        paths=(*lines, Path("axis", f"M{LEFT} 17V{foot}")),
        shapes=(*shapes, *legend_shapes),
        texts=(*texts, *without_overlap(scale), *legend_texts),
    )


def _legend(sums: Sums, top: float, words: PotWords) -> tuple[list[Shape], list[Text]]:
    """The pots' patterns with their names and sums, two in a row."""
    shapes, texts = [], []
    for index, (pot, amount) in enumerate(sums.items()):
        x, y = 6 + 180 * (index % 2), top + LEGEND * (index // 2)
        shapes.append(_shape(Part(pot, 0, 1), x, y, 24, 16))
        texts.append(Text("start", x + 32, y + 8, f"{_name(pot, words)} {words.amount(amount)}"))
    return shapes, texts
