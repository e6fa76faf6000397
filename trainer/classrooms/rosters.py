"""A class's list of people as a file: what a file would change, and changing it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from trainer.accounts.models import NAME_LENGTH, User, check_name
from trainer.classrooms import permissions
from trainer.classrooms.classes import end_places
from trainer.classrooms.joining import key_of, make_accounts
from trainer.classrooms.models import ClassAccount, Classroom, Membership
from trainer.classrooms.sheets import Row

RANK = (Membership.Role.LEARNER, Membership.Role.OBSERVER, Membership.Role.ASSISTANT, Membership.Role.TEACHER)
"""Roles, each with more rights than the one before it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file by its number: a name, and the role that it gives, "" for none."""

    number: int
    name: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that changes nothing, and why."""

    line: Line
    reason: str


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody in the class to whom a line gives another role."""

    line: Line
    member: Membership

    @property
    def word(self) -> str:
        """The new role in words."""
        return str(Membership.Role(self.line.role).label)

    @property
    def lowers(self) -> bool:
        """Whether the new role has fewer rights than the one that they have."""
        return RANK.index(Membership.Role(self.line.role)) < RANK.index(Membership.Role(self.member.role))


@dataclass(slots=True)
class Differences:
    """What a file would change.

    new      who gets an account of the class; `back` are those of them who had one and are not in the class
    same     how many are there already as the file says
    changed  who gets another role
    missing  who else is in the class and not in the file: nobody takes themselves out by one
    wrong    lines that change nothing
    """

    new: list[Line] = field(default_factory=list)
    back: dict[int, ClassAccount] = field(default_factory=dict)
    same: int = 0
    changed: list[Change] = field(default_factory=list)
    missing: list[Membership] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)


def lines_of(rows: Sequence[Row]) -> list[Line]:
    """Return the lines of a table: a name in the column that is headed so, or in the first, a role in its own or in the
    second.
    """
    head = [cell.casefold() for cell in rows[0]] if rows else []
    names, roles = ({"name", _("Name").casefold()}, {"role", _("Role").casefold()})
    name_at = next((at for at, cell in enumerate(head) if cell in names), None)
    role_at = next((at for at, cell in enumerate(head) if cell in roles), None)
    if name_at is None and role_at is None:
        return [_line(number, row, 0, 1) for number, row in enumerate(rows, 1)]
    return [_line(number, row, name_at or 0, role_at) for number, row in enumerate(rows[1:], 2)]


def _line(number: int, row: Row, name_at: int, role_at: int | None) -> Line:
    name = row[name_at] if name_at < len(row) else ""
    role = row[role_at] if role_at is not None and role_at < len(row) else ""
    last, comma, first = name.partition(",")
    name = f"{first} {last}" if comma and first.strip() else name  # no name has a comma: "Tan, Wei" is Wei Tan
    return Line(number, User.normalize_username(" ".join(name.split())), role.strip().casefold())


def differences(user: User, classroom: Classroom, lines: Sequence[Line]) -> Differences:
    """Return what lines would change in a class; its owner and the user stay what they are."""
    found = Differences()
    members = list(Membership.objects.filter(classroom=classroom).select_related("learner__class_account"))
    by_key = dict(_keys(members))
    owner = key_of(classroom.teacher.username)
    gone = {account.key: account for account in classroom.class_accounts.all() if account.key not in by_key}
    words = {str(word).casefold(): value for value, word in Membership.Role.choices}
    grants = permissions.GRANTS.get(permissions.role_in(user, classroom), frozenset())
    met: set[str | int] = set()
    for line in lines:
        key = key_of(line.name)
        member = by_key.get(key)
        stays = key == owner or (member is not None and member.learner_id == user.pk)
        line = Line(line.number, line.name, "" if stays else words.get(line.role, line.role))
        if reason := _wrong(line, member, met, grants):
            found.wrong.append(Wrong(line, reason))
        elif stays or (member and line.role in ("", member.role)):
            found.same += 1
        elif member:
            found.changed.append(Change(line, member))
        else:
            found.new.append(line)
            if key in gone:
                found.back[line.number] = gone[key]
        met.update((key, member.pk) if member else (key,))
    missing = (member for member in members if member.pk not in met and member.learner_id != user.pk)
    found.missing = sorted(missing, key=lambda member: member.learner.username.casefold())
    return found


def _keys(members: Sequence[Membership]) -> Iterator[tuple[str, Membership]]:
    """Yield by which names each member is known: that in the class, and before all others the account's own."""
    accounts = [(member, getattr(member.learner, "class_account", None)) for member in members]
    yield from ((account.key, member) for member, account in accounts if account)
    yield from ((key_of(member.learner.username), member) for member in members)


def _wrong(line: Line, member: Membership | None, met: Collection[str | int], grants: Collection[str]) -> str:
    """Return why a line can't be followed, "" when it can."""
    if not line.name:
        return _("There is no name.")
    if key_of(line.name) in met or (member and member.pk in met):
        return _("The name is in the file before.")
    if line.role and line.role not in Membership.Role.values:
        return _("There is no such role. Roles are learner, observer, assistant and teacher.")
    if member is None:
        return _wrong_new(line)
    if hasattr(member.learner, "class_account") and line.role not in ("", Membership.Role.LEARNER):
        return _("Who has no account of their own is a learner.")
    if line.role not in ("", member.role) and not {line.role, member.role} <= set(grants):
        return _("Your role in the class doesn't let you give or take this role.")
    return ""


def _wrong_new(line: Line) -> str:
    if line.role not in ("", Membership.Role.LEARNER):
        return _("Nobody in the class has this name. Let them join, and give them the role then.")
    if len(line.name) > NAME_LENGTH:
        return _("The name is longer than %(count)s signs.") % {"count": NAME_LENGTH}
    try:
        check_name(line.name)
    except ValidationError as error:
        return str(error.messages[0])
    return ""


@transaction.atomic
def follow(
    user: User, classroom: Classroom, lines: Sequence[Line], lower: Collection[int], remove: Collection[int]
) -> Mapping[str, int]:
    """Change a class as lines say. Return how many are `added`, `changed` and `removed`.

    Of those to whom the file gives a role with fewer rights only `lower` get it, and of those who are not in it only
    `remove` are taken out, by the ids of their memberships: nobody is demoted or removed unless it was said.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    found = differences(user, classroom, lines)
    back = [account.pk for account in found.back.values()]
    Membership.objects.bulk_create(Membership(classroom=classroom, learner_id=pk) for pk in back)
    fresh = [line.name for line in found.new if line.number not in found.back]
    make_accounts(classroom, fresh)
    changed = [change for change in found.changed if not change.lowers or change.member.pk in lower]
    for change in changed:
        change.member.role = change.line.role
    Membership.objects.bulk_update([change.member for change in changed], ["role"], batch_size=500)
    grants = permissions.GRANTS.get(permissions.role_in(user, classroom), frozenset())
    leaving = [member.learner_id for member in found.missing if member.pk in remove and member.role in grants]
    end_places(classroom, leaving)
    return {"added": len(back) + len(fresh), "changed": len(changed), "removed": len(leaving)}
