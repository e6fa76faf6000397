"""Random hands of every house: whatever is played, the chips are all there and the rules hold at each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from quizzes.engine import betting
from quizzes.engine.betting import IllegalAction, Options
from quizzes.engine.document import Action, Deal, Document, Question
from quizzes.engine.hand import Hand, take
from quizzes.engine.pots import Pots, cut
from quizzes.kinds import awards
from quizzes.kinds.second import awards as second_awards
from quizzes.kinds.second import legal_actions as second_legal_actions
from quizzes.kinds.second import side_pots as second_side_pots
from tests.engine.playing import any_game, next_deal, play_on, raise_to
from tests.scale import scale
