"""Learners without an e-mail address: they join by a name alone, and come back with a personal code."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from secrets import randbelow

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _

from trainer.accounts import codes
from trainer.accounts.models import NAME_LENGTH, User, check_name
from trainer.classrooms.classes import class_of
from trainer.classrooms.models import ClassAccount, Classroom, Membership

MOST_BY_NAME = 5000
"""So many accounts a class makes at most: more come from somebody who has found its code and plays with it."""

DIGITS = 5
"""Somebody whose name an account has already gets a number of so many digits after it."""


class NotByName(Exception):
    """The class takes only people with an account, or it would have more than MOST_BY_NAME without one."""


class NameTaken(Exception):
    """A learner of the class has this name."""


class WrongCode(Exception):
    """No learner of the class has this name with this personal code."""


def joined_words(name: str) -> str:
    """Return what is said to somebody who has just joined a class of that name."""
    return _("You are in %(name)s. Its teacher sees how you do.") % {"name": name}


def key_of(name: str) -> str:
    """Return a name as names are compared in a class."""
    return User.normalize_username(" ".join(name.split())).casefold()


@transaction.atomic
def join_by_name(code: str, name: str) -> tuple[User, str]:
    """Make an account for a learner of a class who has only a name. Return it with its personal code.

    Raises NoSuchClass, NotByName, NameTaken, and ValidationError for what can be no name.
    """
    classroom = class_of(code)
    name = User.normalize_username(" ".join(name.split()))
    check_name(name)
    if not name or len(name) > NAME_LENGTH:
        raise ValidationError(_("A name has between 1 and %(count)s signs.") % {"count": NAME_LENGTH})
    if not classroom.by_name:
        raise NotByName(code)
    if classroom.class_accounts.filter(key=key_of(name)).exists():
        raise NameTaken(name)
    account = make_accounts(classroom, [name])[0]
    return account.user, new_codes([account])[0]


def make_accounts(classroom: Classroom, names: Sequence[str]) -> list[ClassAccount]:
    """Make accounts without a password for learners of a class, and put them in it; names are checked before.

    Where an account of the site has the name, a number comes after it. Raises NameTaken, NotByName.
    """
    if classroom.class_accounts.count() + len(names) > MOST_BY_NAME:
        raise NotByName(classroom.join_code)
    with suppress(IntegrityError), transaction.atomic():
        return _make_accounts(classroom, names)
    try:  # somebody got a name meanwhile
        with transaction.atomic():
            return _make_accounts(classroom, names)
    except IntegrityError as error:
        raise NameTaken(classroom.name) from error


def _make_accounts(classroom: Classroom, names: Sequence[str]) -> list[ClassAccount]:
    taken = _taken(names)
    users = User.objects.bulk_create(
        User(username=_numbered(name) if name in taken else name, password=make_password(None)) for name in names
    )
    accounts = ClassAccount.objects.bulk_create(
        ClassAccount(user=user, classroom=classroom, name=name, key=key_of(name))
        for user, name in zip(users, names, strict=True)
    )
    Membership.objects.bulk_create(Membership(classroom=classroom, learner=user) for user in users)
    return accounts


def _taken(names: Sequence[str]) -> frozenset[str]:
    """Return the names that accounts have, compared as the database compares them."""
    same = "SELECT 1 FROM accounts_user WHERE lower(username) = lower(name)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT name FROM unnest(%s::text[]) AS name WHERE EXISTS ({same})", [list(names)])
        return frozenset(name for (name,) in cursor.fetchall())


def _numbered(name: str) -> str:
    return f"{name[: NAME_LENGTH - DIGITS - 1].rstrip()} {randbelow(10**DIGITS):0{DIGITS}}"


def new_codes(accounts: Collection[ClassAccount]) -> list[str]:
    """Give accounts new personal codes, which are returned in their order and nowhere else; the former ones end."""
    given = [codes.make_code() for _account in accounts]
    for account, code in zip(accounts, given, strict=True):
        account.code_hash = codes.hash_of(account.pk, code)
    ClassAccount.objects.bulk_update(accounts, ["code_hash"], batch_size=500)
    return given


def come_back(classroom: Classroom, name: str, code: str) -> User:
    """Return the account that a class made for a name. Raises WrongCode."""
    account = classroom.class_accounts.select_related("user").filter(key=key_of(name), user__is_active=True).first()
    if account is None or not codes.fits(account.pk, code, account.code_hash):
        raise WrongCode(name)
    return account.user
