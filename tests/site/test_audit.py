"""The audit: what is done to the chains afterwards is found, by their hashes or by the heads that were published."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from tests.site.certified import certified
from tests.site.exams import author, sat, table
from tests.site.people import person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.certification import audit, certificates, heads, keys, proving
from trainer.certification.models import (
    Blueprint,
    Candidate,
    Event,
    EventNote,
    Head,
    HeadEntry,
    ItemResult,
    Sitting,
)

pytestmark = pytest.mark.django_db

NIGHT = datetime(2026, 3, 2, 1, tzinfo=UTC)
"""The night after Sunday, 1 March."""


@pytest.fixture
def sitting() -> Sitting:
    """A sitting with three events, one of them with a reason, and its certificate; their heads are taken."""
    blueprint = Blueprint.objects.create(slug="raises", plan=table(), ruleset="tda", minutes=30, author=author())
    user = person()
    Candidate.objects.create(user=user, name="Ann Lee", salt="5a17")
    drills = store(make_bucket(), opening_bets(1))
    made = sat(blueprint, user, drills, state=Sitting.State.GRADED, points=9, out_of=10, passed=True)
    ItemResult.objects.create(item=made.items.get(), points=9, out_of=10, right=False)
    audit.append(made, "started", user.pk, {"candidate": str(made.candidate_id)})
    audit.append(made, "granted", 7, {"seconds": 300}, why="The fire alarm rang.")
    audit.append(made, "graded", None, {"points": 9, "out_of": 10, "passed": True})
    certificates.issue_for(made)
    heads.take(NIGHT)
    return made


def wrong() -> list[str]:
    return list(proving.faults())


def test_nothing_is_wrong_with_an_audit_that_nobody_touched(sitting: Sitting) -> None:
    audit.append(sitting, "noted", 7, why="Asked for a glass of water.")
    heads.take(NIGHT + timedelta(days=1))

    assert wrong() == []


@pytest.mark.parametrize(
    "change",
    [
        {"at": datetime(2026, 1, 1, tzinfo=UTC)},
        {"actor": 8},
        {"act": "voided"},
        {"details": {"seconds": 3000}},
        {"why": sha256(b"another").hexdigest()},
        {"before": "0" * 64},
        {"hash": "0" * 64},
        {"salt": ""},
        {"chain": "sitting-0"},
        {"number": 9},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_field_of_an_event_that_was_changed_is_found(sitting: Sitting, change: Mapping[str, Any]) -> None:
    Event.objects.filter(act="granted").update(**change)

    assert wrong() != []


def digest_without_salt(event: Event, details: Mapping[str, Any]) -> str:
    """The hash of an event as it was made of before there were salts: whoever guesses what it says can try it out."""
    said = [event.chain, event.number, event.at.isoformat(), event.actor, event.act, details, event.why, event.before]
    return sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def test_what_a_published_event_says_can_not_be_tried_out_on_its_hash(sitting: Sitting) -> None:
    graded = Event.objects.get(act="graded")
    guesses = [{"points": points, "out_of": 10, "passed": points > 7} for points in range(11)]
    assert graded.details in guesses
    assert graded.hash not in [digest_without_salt(graded, each) for each in guesses]


def test_chains_of_before_there_were_salts_hold_and_go_on(sitting: Sitting) -> None:
    before = ""
    for event in Event.objects.filter(chain=f"sitting-{sitting.pk}").order_by("number"):
        event.before = before
        before = digest_without_salt(event, event.details)
        Event.objects.filter(pk=event.pk).update(salt="", before=event.before, hash=before)
    HeadEntry.objects.all().delete()
    Head.objects.all().delete()
    audit.append(sitting, "noted", 7, why="Asked for a glass of water.")
    heads.take(NIGHT)
    assert wrong() == []


def test_an_event_that_was_taken_out_is_named(sitting: Sitting) -> None:
    Event.objects.get(act="granted").delete()

    assert f"sitting-{sitting.pk} event 3: event 2 is missing" in wrong()


def test_two_events_that_changed_places_are_found(sitting: Sitting) -> None:
    second, third = Event.objects.filter(chain=f"sitting-{sitting.pk}", number__gt=1).order_by("number")
    for event, number in ((second, 9), (third, 2), (second, 3)):
        Event.objects.filter(pk=event.pk).update(number=number)

    assert f"sitting-{sitting.pk} event 2: it does not follow the event before it" in wrong()


def chained_anew(chain: str) -> None:
    """Give the events of a chain the numbers and hashes that they would have had: it holds in itself again."""
    before = ""
    for number, event in enumerate(Event.objects.filter(chain=chain).order_by("number"), 1):
        event.number, event.before = number, before
        before = event.hash = audit.hash_of(event)
        Event.objects.filter(pk=event.pk).update(number=number, before=event.before, hash=event.hash)


def test_a_tail_that_was_cut_off_is_proved_by_the_heads(sitting: Sitting) -> None:
    Event.objects.get(act="graded").delete()

    assert f"heads of 2026-03-01: sitting-{sitting.pk} event 3 is cut off: 2 are left" in wrong()


def test_a_chain_that_was_written_anew_is_proved_by_the_heads_alone(sitting: Sitting) -> None:
    Event.objects.filter(act="granted").update(details={"seconds": 3000})
    chained_anew(f"sitting-{sitting.pk}")

    assert wrong() == [f"heads of 2026-03-01: sitting-{sitting.pk} event 3 is another one since"]


def test_a_chain_that_is_gone_as_a_whole_is_found(sitting: Sitting) -> None:
    Event.objects.filter(chain=f"sitting-{sitting.pk}").delete()

    assert f"sitting-{sitting.pk}: it has no events" in wrong()


TAMPERINGS: Mapping[str, Callable[[], Any]] = {
    "the digest": lambda: Head.objects.update(digest="0" * 64),
    "the number of chains": lambda: Head.objects.update(chains=7),
    "the signature": lambda: Head.objects.update(signed="a.b.c"),
    "another signed text": lambda: Head.objects.update(signed=keys.sign({"day": "2026-03-01"})),
    "an entry": lambda: HeadEntry.objects.filter(chain__startswith="sitting").delete(),
    "the day": lambda: Head.objects.update(day=datetime(2026, 2, 1, tzinfo=UTC).date()),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_what_was_changed_in_a_head_is_found(sitting: Sitting, what: str) -> None:
    TAMPERINGS[what]()

    assert wrong()[0].startswith("heads of 2026-0")


def test_a_day_that_was_taken_out_breaks_the_heads_after_it(sitting: Sitting) -> None:
    heads.take(NIGHT + timedelta(days=1))
    Head.objects.order_by("day")[0].delete()

    assert "heads of 2026-03-02: the digest is not that of what they list and of the day before" in wrong()


def test_a_reason_that_was_changed_is_found_and_an_erased_one_is_not(sitting: Sitting) -> None:
    note = EventNote.objects.filter(event__act="granted")
    note.update(text="", salt="")
    assert wrong() == []

    note.update(text="They asked.", salt="1")
    assert wrong() == [f"sitting-{sitting.pk} event 2: its reason is not the one that was given"]


def test_the_command_says_what_is_wrong_and_ends_with_1(sitting: Sitting) -> None:
    out = StringIO()
    call_command("verify_audit", stdout=out)
    assert out.getvalue() == "4 events in 2 chains and the heads of 1 days hold.\n"

    Event.objects.filter(act="granted").update(actor=8)
    with pytest.raises(CommandError) as ended:
        call_command("verify_audit", stdout=out)

    assert ended.value.returncode == 1
    assert f"sitting-{sitting.pk} event 2: it is not what its hash was made of" in out.getvalue()


def test_a_head_that_somebody_kept_shows_that_all_was_made_anew(
    sitting: Sitting, client: Client, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.json"
    kept.write_bytes(client.get("/verify/heads/2026-03-01.json").content)
    call_command("verify_audit", "--kept", str(kept), stdout=StringIO())
    Head.objects.all().delete()
    Event.objects.filter(act="granted").update(actor=8)
    chained_anew(f"sitting-{sitting.pk}")
    heads.take(NIGHT)
    assert wrong() == []

    with pytest.raises(CommandError):
        call_command("verify_audit", "--kept", str(kept), stdout=StringIO())


def test_heads_are_taken_once_a_day_and_list_only_what_grew(sitting: Sitting) -> None:
    assert heads.take(NIGHT + timedelta(hours=5)) == Head.objects.get()

    audit.append(sitting, "noted", 7)
    second = heads.take(NIGHT + timedelta(days=1))

    assert (second.chains, second.entries.count()) == (2, 1)


def test_a_published_day_can_be_checked_by_what_it_says_alone(sitting: Sitting, client: Client) -> None:
    # issue 8, "Audit": signed and published; RFC 8785-like JSON of the digest before and the sorted list, SHA-256
    audit.append(sitting, "noted", 7)
    heads.take(NIGHT + timedelta(days=1))
    first, second = (client.get(f"/verify/heads/2026-03-0{day}.json").json() for day in (1, 2))

    text = f'["{first["digest"]}",' + json.dumps(second["entries"], separators=(",", ":")) + "]"
    assert second["before"] == first["digest"]
    assert second["digest"] == sha256(text.encode()).hexdigest()
    assert keys.verify(second["signed"])["digest"] == second["digest"]


def test_the_page_of_heads_is_for_everybody_and_a_day_without_is_not_there(sitting: Sitting, client: Client) -> None:
    assert Head.objects.get().digest in client.get("/verify/heads/").content.decode()
    assert [head["day"] for head in client.get("/verify/heads.json").json()["heads"]] == ["2026-03-01"]
    assert client.get("/verify/heads/2026-03-09.json").status_code == 404
    assert client.get("/verify/heads/soon.json").status_code == 404


def test_an_event_holds_whatever_zone_its_moment_and_whatever_form_its_details_came_in(sitting: Sitting) -> None:
    at = datetime(2026, 3, 1, 20, tzinfo=ZoneInfo("Asia/Kuala_Lumpur"))
    audit.append(sitting, "noted", 7, {"marks": (1, 2), "by": {10: 1, 9: 2}}, at=at)

    assert wrong() == []


def test_keys_are_made_before_the_first_certificate_and_never_replaced_after_it(
    tmp_path: Path, settings: Settings
) -> None:
    made, path = keys._text(), tmp_path / "keys.pem"
    settings.SIGNING_KEYS = str(path)
    with patch.object(keys, "_new_key", return_value=made):
        certified(person("Ann"))
        path.unlink()  # before any head was signed
        with pytest.raises(keys.BadKeys, match="certificates were issued already"):
            keys.sign({})
        certified(person("Bo"))  # whose pass does not wait for the keys
        assert not path.exists()
        keys.rotate()  # asked outright, and no head is signed
    assert path.read_text() == made
