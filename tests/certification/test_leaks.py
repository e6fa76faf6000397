"""What candidates try to get at the keys of an open exam and at each other's sittings (issue 8, "Leaks tried")."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import loads, to_table
from quizzes.kinds import KINDS
from quizzes.models import Drill
from quizzes.practising.sharing import spot_name
from quizzes.tools import TOOLS
from quizzes.tools.base import NoForm
from quizzes.tools.links import in_a_tool
from tests.site import reach, rooms
from tests.site.certified import exam
from tests.site.exams import sat, stocked
from tests.site.pages import drill_of
from tests.site.people import browser_of, deal, person
from tests.site.sitting import address_of, begun, named, right_answers, save, seated
from tests.site.stand_ins import make_bucket, store
from tests.site.test_hidden_answers import amounts, in_plain_sight, numbers
from trainer.accounts.models import User
from trainer.certification import exposure, grading, items, sittings
from trainer.certification.models import Certificate, Event, ExamItem, Sitting, SittingItem

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}
OURS = ("exams/", "author/exams/", "author/appeals/", "staff/", "verify/", "account/", ".well-known/")
"""The addresses of certification, and those of accounts, which stay open too and send a candidate's own file."""

ODD = (
    'seats = [{name = "A"}, {name = "B"}]\nstreet = "turn"\nblinds = [71017, 142034]\nactions = "A bets 301043"\n'
    'question = {kind = "min_raise"}\n',
    'seats = [{name = "A", stack = 371111}, {name = "B", stack = 602323}, {name = "C", stack = 953939}]\n'
    'street = "turn"\nblinds = [71017, 142034]\nactions = "A all-in to 371111, B all-in to 602323, C calls"\n'
    'question = {kind = "side_pots"}\n',
)
"""Spots whose answers are numbers that no page shows by chance."""


def documents() -> list[Document]:
    return [loads(text) for text in ODD]


def kept_secret(document: Document) -> set[int]:
    """The numbers of a spot's answer and derivation that the spot itself does not show."""
    key = KINDS[document.question.kind].solve(document)
    return {
        number for number in amounts([dict(key.answer), *(dict(step.out) for step in key.steps)]) if number > 9999
    } - in_plain_sight(document)


def taken_up(document: Document, served: int = 1) -> Drill:
    """A question of the reserve with its key, which some candidates were shown."""
    kind = document.question.kind
    drill = store(make_bucket(KINDS[kind], KINDS[kind].levels[0], reserve=True), [document])[0]
    items.key_of(drill)
    ExamItem.objects.update(served=served)
    exposure.watch([ExamItem.objects.select_related("drill").get(pk=drill.pk)])
    return drill


def sits(user: User) -> tuple[Client, Sitting]:
    """A browser in which somebody sits an exam of these spots."""
    drills = [taken_up(document) for document in documents()]
    sitting = sat(exam("odd"), user, drills)
    User.objects.filter(pk=user.pk).update(exam_until=sitting.deadline)
    client = browser_of(user)
    client.post(f"/exams/sitting/{sitting.key}/take")
    sitting.refresh_from_db()
    return client, sitting


# ---- every address, with the candidate's browser


def asked_for(client: Client, arguments: reach.Arguments) -> Iterator[tuple[str, Any]]:
    """Every response of the addresses that stay open to a candidate, with the address. What POST does is taken back."""
    for name, route in reach.addresses():
        if not route.startswith(OURS) or name.startswith("admin:"):
            continue
        address = reverse(name, args=arguments.get(name, ()))
        yield address, client.get(address)
        if route.startswith("account/"):
            continue
        if route.startswith("exams/sitting/"):
            yield address, client.get(address, headers=SCRIPT)
        with transaction.atomic():
            yield address, client.post(address, reach.FORMS.get(name, {}))
            transaction.set_rollback(True)


def all_of(response: Any) -> str:
    """What a response holds: its headers, its page or file, the names of files among them."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return f"{dict(response.headers)} {body.decode(errors='replace')}"


def test_no_open_address_tells_a_candidate_a_number_of_a_key() -> None:
    site = reach.build()
    member, going_on = site.people["member"], Sitting.objects.get(state=Sitting.State.OPEN)
    going_on.items.all().delete()
    SittingItem.objects.bulk_create(
        SittingItem(sitting=going_on, place=place, section=0, drill=taken_up(document))
        for place, document in enumerate(documents(), 1)
    )
    User.objects.filter(pk=member.pk).update(exam_until=going_on.deadline)
    secrets = set().union(*map(kept_secret, documents()))
    assert len(secrets) >= 3
    client, statuses = browser_of(member), dict[str, int]()
    client.post(f"/exams/sitting/{going_on.key}/take")
    for address, response in asked_for(client, site.arguments):
        assert response.status_code < 500, address
        assert not secrets & numbers(all_of(response)), address
        statuses.setdefault(address, response.status_code)
    assert statuses[address_of(going_on, 1)] == 200
    assert len(statuses) > 90


def test_a_practice_exam_that_asked_the_same_tells_nothing_while_the_exam_is_open() -> None:
    ann = named()
    client, sitting = sits(ann)
    drills = [item.drill for item in sitting.items.select_related("drill").order_by("place")]
    before = sat(sitting.blueprint, ann, drills, practice=True, state="submitted", submitted_at=timezone.now())
    grading.grade(before.pk)
    told, done = address_of(before, "1/told"), address_of(before, "done")
    for browser in (client, browser_of(ann)):
        assert browser.get(told).status_code == 403
        assert "told" not in browser.get(done).text
    client.post(f"/exams/sitting/{sitting.key}/submit")
    assert client.get(told).status_code == 200
    assert told in client.get(done).text


# ---- another candidate's keys


def test_nothing_of_a_sitting_opens_by_its_keys_to_another_candidate() -> None:
    ann, hers = seated(named())
    bob = browser_of(named("Bob"))
    bob.cookies["exam"] = ann.cookies["exam"].value  # the mark of her browser, too
    fields = {"device": hers.device, "number": 1, "raise_to": "600"}
    before = told_of(hers)
    key = f"/exams/sitting/{hers.key}"
    gets = ["/", "/1/", "/review/", "/pulse", "/done/", "/1/told/"]
    answers = {address: bob.get(f"{key}{address}").status_code for address in gets}
    answers |= {
        f"{go} {kind}": bob.post(f"{key}/1/", {**fields, "go": go}, headers=headers).status_code
        for go in ("next", "flag")
        for kind, headers in (("page", {}), ("script", SCRIPT))
    }
    answers["take"] = bob.post(f"{key}/1/", {**fields, "take": "1"}).status_code
    answers |= {act: bob.post(f"{key}/{act}").status_code for act in ("submit", "take", "left")}
    answers |= {f"result {rest}": bob.get(f"/exams/results/{hers.key}/{rest}").status_code for rest in ("", "1/")}
    assert {name: status for name, status in answers.items() if status not in (403, 404)} == {}
    assert told_of(hers) == before


def told_of(sitting: Sitting) -> list[Any]:
    """All that could change of a sitting."""
    rows = (Sitting.objects.filter(pk=sitting.pk), sitting.items.order_by("place"), Event.objects.order_by("pk"))
    return [list(each.values()) for each in rows]


def test_a_certificate_is_sent_to_its_holder_alone() -> None:
    ann = named()
    sitting = begun(ann, stocked())
    for place, typed in right_answers(sitting).items():
        save(sitting, place, typed)
    sittings.submit(sitting, timezone.now())
    grading.grade(sitting.pk)
    code = Certificate.objects.get(sitting=sitting).code
    browsers = {"Ann": browser_of(ann), "Bob": browser_of(named("Bob")), "nobody": Client()}
    for file in ("pdf", "badge"):
        address = f"/exams/certificates/{code}/{file}/"
        statuses = {name: each.get(address).status_code for name, each in browsers.items()}
        assert statuses == {"Ann": 200, "Bob": 404, "nobody": 302}


@time_machine.travel(datetime(2026, 5, 13, 12, tzinfo=UTC), tick=False)
def test_before_its_release_a_pass_and_a_failure_look_the_same() -> None:
    ann, proctor = named(), person("Pia", role=User.Role.PROCTOR)
    site = rooms.everything(ann, proctor, deal().drill_set.order_by("pk")[0])
    sitting = Sitting.objects.get(key=str(site["sitting_result"][0]))
    client, shown = browser_of(ann), []
    for passed, points in ((True, 3), (False, 0)):
        Sitting.objects.update(passed=passed, points=points, released_at=None)
        pages = [f"/exams/results/{sitting.key}/", address_of(sitting, "done"), "/exams/certificates/", "/exams/"]
        fetched = [client.get(address) for address in (*pages, f"/exams/{sitting.blueprint.slug}/")]
        fetched.append(client.get("/account/data/"))
        assert [response.status_code for response in fetched] == [200] * len(fetched)
        shown.append([without_marks(response) for response in fetched])
    assert shown[0] == shown[1]


def without_marks(response: Any) -> str:
    """A response without what is random in each."""
    return re.sub(r'(csrfmiddlewaretoken" value=)"\w+"', r"\1", response.content.decode())


# ---- the spot of the open exam in everything that could answer it

IN_TOOLS = ("side_pots", "awards", "min_raise", "legal_actions", "pot_limit", "read_hand", "winner", "chip_ruling")
"""Kinds whose spots some tool has fields for."""

PLACES = ("/spot/{}/", "/embed/{}/", "/report/{}/", "/documents/", "/practice/?kind=min_raise", "/placement/", "/runs/")
"""Beside the tools and the API: {} is the name that a link to the spot would have."""


def test_a_candidate_gets_the_open_spot_answered_nowhere() -> None:
    ann = named()
    client, sitting = sits(ann)
    assert answered_in(client, sitting) == []
    client.post("/account/logout/")
    assert answered_in(client, sitting) == []  # signed out, in the same browser
    client.force_login(person("Ines", role=User.Role.INSTRUCTOR))
    assert answered_in(client, sitting) == []  # under another account, which may write scenarios, in the same browser
    assert answered_in(browser_of(ann), sitting) == []  # in another browser, under the own account


def answered_in(client: Client, sitting: Sitting) -> list[str]:
    """Where a browser is answered with anything but "closed", or with a number of a key."""
    found = []
    for document, item in zip(documents(), sitting.items.order_by("place"), strict=True):
        name, text = spot_name(item.drill_id, "tda"), json.dumps(to_table(document))
        addresses = [place.format(name) for place in PLACES]
        addresses += [f"/tools/{slug}/?{typed_into(slug, document)}" for slug in TOOLS]
        responses = {address: client.get(address) for address in (*addresses, *(f"/ms{each}" for each in addresses))}
        responses["solve"] = client.post("/api/v1/solve", text, content_type="application/json")
        responses["editor"] = client.post("/author/scenarios/new", {"kind": document.question.kind})
        hidden = kept_secret(document)
        found += [
            address
            for address, response in responses.items()
            if response.status_code != 403 or hidden & numbers(all_of(response))
        ]
    return found


def typed_into(slug: str, document: Document) -> str:
    """The query of a tool that holds a spot; nothing where the tool has no fields for it."""
    try:
        return urlencode(TOOLS[slug].typed(document))
    except (NoForm, DocumentError):
        return ""


@pytest.mark.parametrize("kind", IN_TOOLS)
def test_the_spot_of_an_exam_that_somebody_else_types_is_answered_and_noted(kind: str) -> None:
    document = next(each for each in (drill_of(kind, 2, seed) for seed in range(1, 20)) if in_a_tool(each))
    drill, other = taken_up(document), taken_up(documents()[0]) if kind != "min_raise" else None
    _name, address = in_a_tool(document) or ("", "")
    assert Client().get(address).status_code == 200
    assert ExamItem.objects.get(pk=drill.pk).exposed_in == "tool"
    if other:
        assert ExamItem.objects.get(pk=other.pk).exposed_at is None
