"""The networks of exam rooms, as a proctor types them. What is closed to them, and how, is in `closed`."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address, ip_network

from django.utils.translation import gettext as _

MOST = 20
WIDEST = {4: 16, 6: 48}
"""The shortest prefix of a network by the version of its addresses: the network of a house, never of a provider."""

OWN_PREFIX = {4: 32, 6: 64}
"""How much of an address says where somebody is: the last half of one of version 6 changes by the hour."""


class BadNetworks(ValueError):
    """Networks that can't be closed. `problems` are sentences about what is wrong."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(problems)


def read(text: str) -> list[str]:
    """Return the networks that a text names, one a line, in CIDR form; a single address is a network of one.

    Raises BadNetworks: also for more than MOST, and for one wider than a house can be.
    """
    found: dict[str, None] = {}
    problems = []
    for line in filter(None, map(str.strip, text.splitlines())):
        try:
            network = ip_network(line, strict=False)
        except ValueError:
            problems.append(_("%(line)s is no address and no network.") % {"line": line[:60]})
            continue
        if network.prefixlen < WIDEST[network.version]:
            words = {"network": network, "prefix": WIDEST[network.version]}
            problems.append(_("%(network)s is too wide: /%(prefix)s is the widest.") % words)
        found[str(network)] = None
    if len(found) > MOST:
        problems.append(_("These are too many: %(most)s at most.") % {"most": MOST})
    if problems:
        raise BadNetworks(problems)
    return list(found)


def own(address: str) -> str:
    """Return the network that closes the place from which somebody asks, given by their address. Raises ValueError."""
    version = ip_address(address).version
    return str(ip_network(f"{address}/{OWN_PREFIX[version]}", strict=False))
