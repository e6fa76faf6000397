"""Who may go where: a site where something of everything is there, its people, and one table for all addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.urls import URLResolver, get_resolver
from django.utils import timezone

from quizzes.authoring import drafts, templates
from quizzes.kinds.base import Variant
from quizzes.learners import Learner
from quizzes.lessons import shelf
from quizzes.models import (
    Drill,
    HandFile,
    HouseRules,
    ImportJob,
    Notice,
    Regrade,
    Report,
    ReviewItem,
)
from quizzes.practising import runs
from quizzes.practising.asking import Choice
from quizzes.practising.sharing import spot_name
from tests.site import rooms
from tests.site.certified import certified, exam
from tests.site.classwork import given, scenarios
from tests.site.exams import sat, table
from tests.site.lesson_sources import ENGLISH
from tests.site.people import deal, person
from trainer.accounts.models import User
from trainer.certification import heads, keys, staff
from trainer.certification.models import Blueprint, Head, StaffMember
from trainer.classrooms import classes, joining, outbox
from trainer.classrooms.models import Assignment, Classroom, Membership, Wall, WallSpot

VISITOR = "visitor"
ACCOUNTS: Mapping[str, Mapping[str, object]] = {
    "learner": {},
    "member": {},
    "observer": {},
    "assistant": {},
    "teacher": {},
    "owner": {"role": User.Role.INSTRUCTOR},
    "other": {"role": User.Role.INSTRUCTOR},
    "instructor": {"role": User.Role.INSTRUCTOR},
    "proctor": {"role": User.Role.PROCTOR},
    "manager": {"role": User.Role.MANAGER},
    "chief": {"is_staff": True, "is_superuser": True},
}
"""The accounts by what they are: member to owner are the people of the class that the addresses name, other owns
another class, and chief opens the admin.
"""

ROLES = (VISITOR, *ACCOUNTS, "by name")
"""All of them; by name is a learner whose account the class has made."""

STRANGER = "Zephyrine"
"""A learner of the other class."""

DRAFT = "An unpublished spot"
"""The title of the owner's draft."""

Arguments = Mapping[str, tuple[object, ...]]
Group = frozenset[str]
EVERYBODY = Group(ROLES)
VISITORS = Group({VISITOR})
ACCOUNT = EVERYBODY - VISITORS
CHIEF = Group({"chief"})
AUTHORS = CHIEF | {"owner", "other", "instructor"}
OWNER = Group({"owner"})
MANAGE = OWNER | {"teacher"}
TEACH = ROSTER = MANAGE | {"assistant"}
SEE = TEACH | {"observer"}
LEARNS = Group({"member", "by name"})
BELONG = SEE | LEARNS
MEMBER = Group({"member"})
NOBODY: Group = Group()

WHO: Mapping[str, Group] = {
    # The site, practice, and what there is to read
    **dict.fromkeys(
        ("set_language", "join_start", "join_link", "join_by_name", "join_back", "walls", "wall", "class_mail"),
        EVERYBODY,
    ),
    **{
        f"quizzes:{name}": EVERYBODY
        for name in (
            *("home", "practice", "answer", "hint", "example", "wish", "cap", "summary", "progress"),
            *("runs", "run_start", "review", "review_remove", "spot", "embed", "moment", "report", "reports"),
            *("placement", "placement_start", "placement_answer", "placement_stop"),
            *("lessons", "lesson", "lesson_check", "lesson_replay", "lesson_moment", "mistakes", "mistake"),
            *("rules", "rule_book", "house", "toggle", "tools", "tool", "search", "documents", "sources", "contact"),
            *("answers", "about", "privacy", "accessibility", "threats", "help", "teaching"),
            *("api", "openapi", "api_solve"),
        )
    },
    **dict.fromkeys(("quizzes:run", "quizzes:run_answer", "quizzes:review_item"), MEMBER),
    "quizzes:run_give_up": EVERYBODY,  # another's run goes on
    "quizzes:notice_seen": ACCOUNT,  # whose it is not marks nothing
    # Authors
    **{
        f"quizzes:{name}": AUTHORS
        for name in (
            *("author", "author_new", "author_exports", "author_export", "author_imports", "author_import_discard"),
            *("author_hands", "author_reports", "author_report", "lesson_edit"),
            *("author_regrades", "author_regrade", "author_regrade_plan"),
            *("author_templates", "author_template_new"),
            *("author_statistics", "author_statistic", "author_count", "author_count_one", "author_variants"),
        )
    },
    **dict.fromkeys(("quizzes:author_houses", "quizzes:author_house_new"), AUTHORS | {"manager"}),
    **{
        f"quizzes:{name}": OWNER
        for name in (
            *("author_scenario", "author_act", "author_versions", "author_house"),
            *("author_import", "author_import_confirm"),
            *("author_template", "author_template_grid", "author_template_act"),
        )
    },
    "quizzes:author_moment": NOBODY,  # the owner's file has no such moment
    "quizzes:pool": NOBODY,  # the owner's template is a draft
    # Accounts
    **{
        f"account_{name}": EVERYBODY
        for name in (
            *("signup", "login", "logout", "inactive", "confirm_email", "reset_password", "reset_password_done"),
            *("reset_password_from_key", "leave_out"),
        )
    },
    **{
        f"account_{name}": ACCOUNT
        for name in ("home", "name", "email", "change_password", "set_password", "data", "delete")
    },
    "account_reauthenticate": ACCOUNT - {"by name"},
    "my_code": Group({"by name"}),
    "merge_accounts": ACCOUNT - {"by name"},
    **dict.fromkeys(("mfa_index", "mfa_list_webauthn"), ACCOUNT),
    **dict.fromkeys(("mfa_authenticate", "mfa_login_webauthn"), EVERYBODY),
    **{
        f"mfa_{name}": NOBODY  # before the password is given again, or without such a factor
        for name in (
            *("deactivate_totp", "view_recovery_codes", "generate_recovery_codes", "download_recovery_codes"),
            *("edit_webauthn", "remove_webauthn", "reauthenticate", "reauthenticate_webauthn"),
        )
    },
    **dict.fromkeys(("mfa_activate_totp", "mfa_add_webauthn"), Group({"by name"})),  # led to set a password first
    # Classes
    **dict.fromkeys(("classes", "join_class", "leave_class"), ACCOUNT),
    "make_class": AUTHORS,
    **dict.fromkeys(("classroom", "class_messages"), BELONG),
    **dict.fromkeys(("assignment_work", "assignment_go", "assignment_ask", "assignment_answer"), LEARNS),
    **dict.fromkeys(("assignments", "assignment", "class_learner", "class_mistakes"), SEE),
    **dict.fromkeys(("class_gradebook", "class_gradebook_csv", "class_gradebook_xlsx"), SEE),
    **dict.fromkeys(("assignment_new", "assignment_change", "assignment_end", "assignment_items"), TEACH),
    **dict.fromkeys(("assignment_learners", "assignment_person", "assignment_draw", "assignment_paper"), TEACH),
    **dict.fromkeys(("class_live", "class_walls", "class_wall", "class_wall_count", "class_wall_go"), TEACH),
    **dict.fromkeys(("class_remedy", "class_wall_written"), TEACH),
    **dict.fromkeys(("class_people", "class_people_csv", "class_remove", "class_make_codes", "class_codes"), ROSTER),
    **dict.fromkeys(("class_roster", "class_roster_check"), ROSTER),
    **dict.fromkeys(("class_join_code", "class_join_code_svg", "class_new_join_code"), ROSTER),
    **dict.fromkeys(("class_role", "class_settings", "class_house", "class_end", "class_copy"), MANAGE),
    "class_delete": OWNER,
    # Certificates
    **dict.fromkeys(("verify", "verify_home", "badge_issuer", "badge_key", "badge_keys", "badge_status"), EVERYBODY),
    "certificates": ACCOUNT,
    **dict.fromkeys(("certificate_pdf", "certificate_badge"), MEMBER),
    "certificate_end": CHIEF,
    # Exams
    **dict.fromkeys(("exams", "exam"), EVERYBODY),
    **dict.fromkeys(("author_exams", "author_exam_new"), AUTHORS | {"manager"}),
    **{
        f"author_{name}": OWNER | CHIEF | {"manager"}
        for name in ("exam", "exam_offer", "exam_versions", "exam_quality", "cut_score", "cut_draw", "cut_ratings")
    },
    # Sittings
    **dict.fromkeys(("sitting_now", "sitting_start"), ACCOUNT),
    **dict.fromkeys(("sitting", "sitting_question", "sitting_review", "sitting_done", "sitting_pulse"), MEMBER),
    **dict.fromkeys(("sitting_submit", "sitting_take", "sitting_left"), MEMBER),
    "sitting_told": NOBODY,  # what is open explains nothing
    # Exam rooms, results and appeals
    "exam_ticket": EVERYBODY,
    "exam_ticket_ready": ACCOUNT,
    "exam_rooms": AUTHORS | {"proctor", "manager"},
    **{
        f"exam_room{name}": Group({"proctor"})
        for name in (
            *("", "_setup", "_list", "_networks", "_helpers", "_open", "_close", "_pins", "_tickets"),
            *("_candidate", "_file", "_sheet", "_act"),
        )
    },
    **dict.fromkeys(("sitting_result", "sitting_result_question"), MEMBER),
    "appeals": AUTHORS | {"manager"},
    # an appeal on an exam that came with the site, and nobody was chosen to review what is kept for exams
    **dict.fromkeys(("appeal", "appeal_correct", "appeal_correction"), Group({"manager"})),
    # The audit's heads, and the staff of a card room
    **dict.fromkeys(("heads", "heads_file", "heads_day"), EVERYBODY),
    **dict.fromkeys(("staff_places", "staff_join"), ACCOUNT),
    "staffs": CHIEF | {"manager"},
    **{
        f"staff{name}": Group({"manager"})
        for name in (
            *("", "_csv", "_xlsx", "_missed", "_sheet", "_settings", "_invite", "_new_code", "_remind"),
            *("_person", "_remove"),
        )
    },
    # Whoever keeps the site
    "mail": CHIEF,
}
"""For each address by its name who gets in: the others are sent to sign in, or told that they may not or that there is
nothing. The admin has one entry for all, see `who`.
"""

FORMS: Mapping[str, Mapping[str, str]] = {
    "quizzes:author_act": {"act": "send"},
    "quizzes:author_new": {"kind": "min_raise"},
    "quizzes:author_template_act": {"act": "drop"},
    "class_role": {"role": "observer"},
}
"""What is sent by POST where an empty form names nothing that there is."""

ONE_WAY: Mapping[str, str] = {
    "account_confirm_email": "GET",
    "class_copy": "GET",
    "class_messages": "GET",  # who may write is in test_outbox.py
    "mfa_index": "GET",
    "mfa_list_webauthn": "GET",
    "quizzes:review_item": "GET",
    "quizzes:run_answer": "POST",
}
"""Addresses at which only one method says who gets in: by the other one everybody or nobody does."""


def who(name: str) -> Group | None:
    """Return who gets in at an address, None where the table has no entry."""
    return CHIEF if name.startswith("admin:") else WHO.get(name)


@dataclass(frozen=True, slots=True)
class Site:
    """What the addresses name."""

    people: Mapping[str, User]
    friday: Classroom
    arguments: Arguments


def build() -> Site:
    """Make the people and something of everything; `arguments` are those of the addresses that take some."""
    people = {name: person(name.capitalize(), **fields) for name, fields in ACCOUNTS.items()}
    friday = classes.make(people["owner"], "Friday")
    for role in ("observer", "assistant", "teacher"):
        Membership.objects.create(classroom=friday, learner=people[role], role=role)
    place = Membership.objects.create(classroom=friday, learner=people["member"])
    people["by name"], _code = joining.join_by_name(friday.join_code, "Mina")
    monday = classes.make(people["other"], "Monday")
    Membership.objects.create(classroom=monday, learner=person(STRANGER))
    return Site(
        people,
        friday,
        {
            **_of_practice(people),
            **_of_authors(people),
            **_of_the_class(friday, place),
            **_of_certificates(people),
            **_of_exams(people),
            **_of_sittings(people),
            **_of_staff(people),
            **rooms.everything(people["member"], people["proctor"], Drill.objects.order_by("pk")[0]),
        },
    )


def _of_practice(people: Mapping[str, User]) -> Arguments:
    deal()
    member, now, drill = people["member"], timezone.now(), Drill.objects.order_by("pk")[0]
    run = runs.start(Learner({}, member.pk), "clock", Choice(kind="min_raise"))
    review = ReviewItem.objects.create(user=member, drill=drill, ruleset="tda", response={}, missed_at=now)
    values = {"kind": "min_raise"}
    notice = Notice.objects.create(user=member, about="report-1", key="report-answered", values=values)
    shelf.save("a-raise", "en", ENGLISH, None)
    spot = spot_name(drill.pk, "tda")
    return {
        **dict.fromkeys(("quizzes:run", "quizzes:run_answer", "quizzes:run_give_up"), (run.pk,)),
        **dict.fromkeys(("quizzes:spot", "quizzes:embed", "quizzes:report"), (spot,)),
        "quizzes:review_item": (review.pk,),
        "quizzes:notice_seen": (notice.pk,),
        "quizzes:moment": (spot, 1),
        "quizzes:lesson": ("a-raise",),
        "quizzes:lesson_edit": ("a-raise", "en"),
        "quizzes:lesson_check": ("a-raise", "second"),
        "quizzes:lesson_replay": ("a-raise", "played"),
        "quizzes:lesson_moment": ("a-raise", "played", 1),
        "quizzes:mistake": ("min_raise", "double-the-bet"),
        "quizzes:house": ("tda",),
        "quizzes:toggle": ("odd_chip",),
        "quizzes:tool": ("side-pots",),
        **dict.fromkeys(("mfa_edit_webauthn", "mfa_remove_webauthn"), (1,)),
        "account_confirm_email": ("none",),
        "account_reset_password_from_key": ("1", "none"),
    }


def _of_authors(people: Mapping[str, User]) -> Arguments:
    owner, now, drill = people["owner"], timezone.now(), Drill.objects.order_by("pk")[0]
    draft = drafts.begin(owner.pk, f'title = "{DRAFT}"\n{drafts.starter("min_raise")}')
    job = ImportJob.objects.create(owner=owner, name="a.json", format="json", size=1, raw=b"{}", digest="x")
    hands = HandFile.objects.create(owner=owner, house="tda", made_at=now)
    house = HouseRules.objects.create(owner=owner, name="Ours", base="tda")
    template = templates.begin(owner.pk, DRAFT, "min_raise", Variant(), "tda").template_id
    regrade = Regrade.objects.create(drill=drill, by=drill, mode="full")
    values = {"ruleset": "tda", "version": 1, "answer": {}, "about": "other", "text": "?", "made_at": now}
    report = Report.objects.create(drill=drill, **values)
    return {
        **dict.fromkeys(
            ("quizzes:author_scenario", "quizzes:author_act", "quizzes:author_versions"), (draft.scenario_id,)
        ),
        **dict.fromkeys(
            ("quizzes:author_import", "quizzes:author_import_confirm", "quizzes:author_import_discard"), (job.pk,)
        ),
        **dict.fromkeys(
            ("quizzes:author_statistic", "quizzes:author_count_one", "quizzes:author_regrade_plan"), (drill.pk,)
        ),
        **dict.fromkeys(
            ("quizzes:author_template", "quizzes:author_template_grid", "quizzes:author_template_act", "quizzes:pool"),
            (template,),
        ),
        "quizzes:author_moment": (hands.pk, 1),
        "quizzes:author_house": (house.pk,),
        "quizzes:author_regrade": (regrade.pk,),
        "quizzes:author_report": (report.pk,),
    }


def _of_the_class(friday: Classroom, member: Membership) -> Arguments:
    now = timezone.now()
    task = given(friday, Assignment.What.SET, opens_at=now, due_at=now + timedelta(days=1))
    task.items.create(place=0, version=scenarios(1)[0])
    wall = Wall.objects.create(classroom=friday)
    WallSpot.objects.create(wall=wall, number=1, drill=Drill.objects.order_by("pk")[0], ruleset="tda")
    values: Mapping[str, object] = {
        "pk": friday.pk,
        "number": task.pk,
        "learner": member.learner_id,
        "member": member.pk,
        "wall": wall.pk,
        "token": "none",
        "what": "goal",
        "kind": "min_raise",
        "mistake": "double-the-bet",
        "name": "0000abcd-1000000-1",
        "code": friday.join_code,
    }
    routes = [(name, route) for name, route in addresses() if route.startswith(("classes/<int:pk>/", "join/<"))]
    return {
        **{name: tuple(values[each] for each in re.findall(r"<\w+:(\w+)>", route)) for name, route in routes},
        **dict.fromkeys(("assignment_work", "assignment_go", "assignment_ask"), (task.pk,)),
        "assignment_answer": (task.pk, 1),
        "wall": (wall.code,),
        "class_mail": (urlsplit(outbox.stop_link(friday, member.learner)).path.split("/")[-2],),
    }


def addresses() -> Iterator[tuple[str, str]]:
    """Yield the name and the route of every address of the site; of the admin those without arguments."""
    yield from _under(get_resolver(), "", "")


def _under(resolver: URLResolver, namespace: str, route: str) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        below = f"{route}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _under(pattern, inner, below)
        elif not namespace.startswith("admin:") or (pattern.name or "").endswith(("index", "_changelist")):
            yield f"{namespace}{pattern.name}", below


def _of_staff(people: Mapping[str, User]) -> Arguments:
    room = staff.make(people["manager"], "The Corner", "tda")
    member = StaffMember.objects.create(staff=room, user=people["member"])
    heads.take(timezone.now())
    names = ("", "_csv", "_xlsx", "_missed", "_sheet", "_settings", "_invite", "_new_code", "_remind")
    return {
        **dict.fromkeys((f"staff{name}" for name in names), (room.pk,)),
        **dict.fromkeys(("staff_person", "staff_remove"), (room.pk, member.pk)),
        "staff_join": (room.code,),
        "heads_day": (Head.objects.get().day.isoformat(),),
    }


def _of_exams(people: Mapping[str, User]) -> Arguments:
    mine = Blueprint.objects.create(
        slug="mine", plan=table(slug="mine"), minutes=30, ruleset="tda", author=people["owner"]
    )
    names = ("exam", "exam_offer", "exam_versions", "exam_quality", "cut_score", "cut_draw", "cut_ratings")
    return {"exam": (mine.slug,), **dict.fromkeys((f"author_{name}" for name in names), (mine.slug,))}


def _of_sittings(people: Mapping[str, User]) -> Arguments:
    blueprint = exam("raises")
    sitting = sat(blueprint, people["member"], Drill.objects.order_by("pk")[:2])
    names = ("", "_review", "_done", "_pulse", "_submit", "_take", "_left")
    return {
        **dict.fromkeys((f"sitting{name}" for name in names), (sitting.key,)),
        **dict.fromkeys(("sitting_question", "sitting_told"), (sitting.key, 1)),
        "sitting_start": (blueprint.slug,),
    }


def _of_certificates(people: Mapping[str, User]) -> Arguments:
    code = certified(people["member"]).code
    return {
        **dict.fromkeys(("verify", "certificate_pdf", "certificate_badge", "certificate_end"), (code,)),
        "badge_key": (keys.public()["keys"][0]["kid"],),
        "badge_status": (0,),
    }
