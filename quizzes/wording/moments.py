"""What a hand shows that is worth asking about, as names and in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FEATURES: Mapping[str, tuple[Promise, Promise]] = {
    "short_allin_raise": (_("Short all-in raise"), _("An all-in over the bet by less than a full raise.")),
    "short_allin_bet": (_("Short all-in bet"), _("An all-in where nobody has bet, for less than the smallest bet.")),
    "fl_short_allin": (_("Short all-in, fixed limit"), _("An all-in below the next level of a fixed limit.")),
    "faced_short_only": (_("Faced a short all-in only"), _("A player who has acted faces less than a full raise since.")),
    "raise_after_short_only": (_("Raised after a short all-in"), _("A player who has acted raises again over a short all-in, as a fixed limit may let it.")),
    "exact_minimum": (_("Raise at the minimum"), _("A raise by just what is needed, and not a chip more.")),
    "pot_raise": (_("Pot-sized bet or raise"), _("A bet or raise of the whole pot in pot-limit.")),
    "fl_cap_reached": (_("Cap reached"), _("The last raise that a fixed-limit street allows.")),
    "short_sb": (_("Short small blind"), _("A small blind of less than it should be.")),
    "short_bb": (_("Short big blind"), _("A big blind of less than it should be: the price stays the whole one.")),
    "allin_on_ante": (_("All-in on the ante"), _("A player’s last chips go into the ante.")),
    "allin_on_sb": (_("All-in on the small blind"), _("A player’s last chips go into the small blind.")),
    "allin_on_bb": (_("All-in on the big blind"), _("A player’s last chips go into the big blind.")),
    "allin_on_straddle": (_("All-in on the straddle"), _("A player’s last chips go into a straddle.")),
    "allin_on_bring_in": (_("All-in on the bring-in"), _("A player’s last chips bring the hand in.")),
    "straddle": (_("Straddle"), _("A live straddle: what the first raise has to be.")),
    "late_post": (_("Late post"), _("A live post of a player who is no blind, with the option when its turn comes.")),
    "dead_post": (_("Dead post"), _("Money in the middle that counts for nobody’s bet.")),
    "dead_button": (_("Dead button"), _("The button stands before an empty seat.")),
    "multi_allin": (_("Several all-in"), _("Two players or more are all-in at the end.")),
    "multiway_allin": (_("All-in among three or more"), _("One of three players or more is all-in at the end.")),
    "side_pot": (_("Side pot"), _("A main pot and a side pot at least.")),
    "side_pots_2plus": (_("Two side pots or more"), _("A main pot and two side pots at least.")),
    "uncalled": (_("Uncalled bet"), _("Chips that nobody matched go back.")),
    "split": (_("Pot shared"), _("Several win of the same pot.")),
    "odd_chip": (_("Odd chip"), _("A pot or half that can’t be shared evenly.")),
    "hilo_split": (_("High and low"), _("A low qualifies, so the pot is halved.")),
    "quartered": (_("Quartered"), _("One player wins a half alone and shares the other.")),
    "kicker": (_("Decided by a kicker"), _("The same pair, or the like: a side card decides.")),
    "tied_hands": (_("Tied hands"), _("Several have the best hand.")),
    "board_plays": (_("The board plays"), _("The five cards on the board are everybody’s best hand.")),
}  # fmt: skip
"""A feature's name, and what it is."""


def feature_name(feature: str) -> str:
    """Return a feature's name as a title, in the language in force."""
    return str(FEATURES[feature][0])


def feature_text(feature: str) -> str:
    """Return what a feature is in a sentence, in the language in force."""
    return str(FEATURES[feature][1])
