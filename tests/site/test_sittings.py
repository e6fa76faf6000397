"""Sittings: begun once, saved as one types, on one device at a time, handed in and graded once (issue 8, "Sitting")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes.engine.notation import parse
from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.models import Drill
from tests.cases.compare import load as load_cases
from tests.site import exams
from tests.site.certified import certified, exam
from tests.site.exams import sat, stocked
from tests.site.people import browser_of, person
from tests.site.rooms import proctor
from tests.site.sitting import DEVICE, address_of, begun, named, opened, response_of, right_answers, save, seated
from tests.site.stand_ins import make_bucket, store, together
from trainer.accounts.models import User
from trainer.certification import candidates, grading, retakes, sittings
from trainer.certification.items import key_of
from trainer.certification.models import Blueprint, Event, ItemResult, Room, Sitting, SittingItem, Ticket
from trainer.certification.plans import load
from trainer.certification.sittings import NotSaved, NotYet
from trainer.classrooms.models import Classroom, Membership


@pytest.fixture
def ann(db: None) -> User:
    return named()


def acts(sitting: Sitting) -> list[str]:
    chain = Event.objects.filter(chain=f"sitting-{sitting.pk}").order_by("number")
    return list(chain.values_list("act", flat=True))


def refusal(call: Callable[[], object]) -> str:
    """Why something is refused."""
    try:
        call()
    except (NotYet, NotSaved) as error:
        return error.reason
    raise AssertionError("it was not refused")


def test_the_deadline_is_the_start_and_the_own_time_of_ones_class(ann: User) -> None:
    for factor in (125, 150):
        classroom = Classroom.objects.create(name="Friday", teacher=exams.author())
        Membership.objects.create(classroom=classroom, learner=ann, time_factor=factor)
    now = timezone.now()
    sitting = begun(ann, now=now)
    assert sitting.deadline == now + timedelta(minutes=45)  # 30 minutes, half as long again
    ann.refresh_from_db()
    assert ann.exam_until == sitting.deadline
    assert acts(sitting) == ["started"]


def test_an_exam_begun_twice_is_one_sitting_and_another_exam_has_to_wait(ann: User) -> None:
    blueprint = stocked()
    first = begun(ann, blueprint)
    assert begun(ann, blueprint, device="e" * 32).pk == first.pk
    assert Sitting.objects.get().device == DEVICE
    assert refusal(lambda: begun(ann, blueprint, practice=True)) == "another"


@pytest.mark.django_db(transaction=True)
def test_a_start_that_is_sent_by_many_threads_at_once_is_one_sitting() -> None:
    user, blueprint = named(), stocked()
    found = together(*[lambda: begun(user, blueprint).pk] * 4)
    assert len(set(found)) == 1
    assert Sitting.objects.count() == 1


def test_nobody_begins_without_a_name_that_can_be_printed(db: None) -> None:
    user, blueprint = person(), stocked()
    assert refusal(lambda: begun(user, blueprint)) == "name"
    candidates.name(candidates.candidate_of(user), "ዮሐንስ", "")  # Ethiopic is printed by no font of the certificates
    assert refusal(lambda: begun(user, blueprint)) == "name"
    candidates.name(candidates.candidate_of(user), "ዮሐንስ", "Yohannes")
    assert begun(user, blueprint).practice is False


def test_a_failed_exam_waits_for_its_days_and_practice_does_not(ann: User) -> None:
    blueprint = stocked(wait_days=7, remedial=0)
    now = timezone.now()
    ended = now - timedelta(days=6)
    sat(blueprint, ann, state="graded", passed=False, submitted_at=ended, released_at=ended)
    assert refusal(lambda: begun(ann, blueprint)) == "retake"
    assert begun(ann, blueprint, now=now + timedelta(days=2)).practice is False


@pytest.mark.parametrize("state", [Sitting.State.SUBMITTED, Sitting.State.GRADED])
def test_nobody_sits_an_exam_again_or_learns_of_it_while_the_result_is_awaited(ann: User, state: Sitting.State) -> None:
    """Graded and not released yet, handed in and not graded yet: both say neither pass nor fail (issue 8, "Result")."""
    blueprint = stocked(wait_days=0, remedial=0)
    last = sat(blueprint, ann, state=state, passed=False if state == Sitting.State.GRADED else None)
    assert retakes.before_next(ann.pk, blueprint, timezone.now()) == retakes.Retake(pending=True)
    assert refusal(lambda: begun(ann, blueprint)) == "retake"
    assert "result of your last try is not there yet" in browser_of(ann).get("/exams/raises/").content.decode()
    Sitting.objects.filter(pk=last.pk).update(
        state=Sitting.State.GRADED, passed=False, submitted_at=timezone.now(), released_at=timezone.now()
    )
    assert begun(ann, blueprint, now=timezone.now() + timedelta(seconds=1)).pk != last.pk


def test_a_certificate_is_renewed_from_sixty_days_before_its_end_or_where_another_one_says_more(ann: User) -> None:
    blueprint = stocked()
    certificate = certified(ann, blueprint, at=timezone.now(), released_at=timezone.now())
    renew_from = certificate.expires_at - timedelta(days=60)
    assert retakes.before_next(ann.pk, blueprint, timezone.now()) == retakes.Retake(renew_from=renew_from)
    assert refusal(lambda: begun(ann, blueprint)) == "held"
    assert "You can renew it from" in browser_of(ann).get("/exams/raises/").text
    assert "You can renew it from" in browser_of(ann).get("/exams/certificates/").text
    assert retakes.before_next(ann.pk, blueprint, renew_from).ready
    assert retakes.before_next(ann.pk, blueprint, timezone.now(), proctored=True).ready
    Blueprint.objects.update(edition="2026")
    assert retakes.before_next(ann.pk, Blueprint.objects.get(), timezone.now()).ready
    assert "Sit it again, to renew it" in browser_of(ann).get("/exams/certificates/").text


def test_of_two_certificates_of_an_exam_the_later_one_is_renewed(ann: User) -> None:
    blueprint, now = stocked(), timezone.now()
    certified(ann, blueprint, at=now - timedelta(days=700))  # of 24 months: it could be renewed by itself
    last = certified(ann, blueprint, at=now)
    page = browser_of(ann).get("/exams/certificates/")
    assert [each["renew"] for each in page.context["held"]] == [False, False]
    assert [each["renew_from"] for each in page.context["held"]] == [last.expires_at - timedelta(days=60), None]


@pytest.mark.parametrize(("passed", "against"), [(False, False), (True, True)])
def test_a_graded_sitting_that_is_declared_void_is_waited_for_where_it_was_failed_or_against_its_candidate(
    ann: User, passed: bool, against: bool
) -> None:
    blueprint, now = stocked(wait_days=7), timezone.now()
    item = sat(blueprint, ann, Drill.objects.all()[:1], state="graded", passed=passed).items.get()
    Sitting.objects.update(submitted_at=now, graded_at=now, released_at=now)
    ItemResult.objects.create(item=item, points=0, out_of=3, right=False)
    sittings.void(item.sitting, "A telephone.", proctor(), against=against)
    retake = retakes.before_next(ann.pk, blueprint, now)
    assert retake.wait_until == now + timedelta(days=7)
    assert [each.kind for each in retake.missed] == [item.drill.bucket.kind]
    assert refusal(lambda: begun(ann, blueprint)) == "retake"
    assert "as after a failed exam" in browser_of(ann).get(f"/exams/results/{item.sitting.key}/").text


def test_a_passed_sitting_that_is_declared_void_for_no_fault_of_its_candidate_is_not_waited_for(ann: User) -> None:
    blueprint, now = stocked(wait_days=7), timezone.now()
    sitting = sat(blueprint, ann, state="graded", passed=True, submitted_at=now, graded_at=now, released_at=now)
    sittings.void(sitting, "The lights went out.", proctor())
    assert retakes.before_next(ann.pk, blueprint, now) == retakes.Retake()
    assert "does not have to wait because of it" in browser_of(ann).get(f"/exams/results/{sitting.key}/").text


def test_a_verdict_that_was_never_released_is_not_told_by_how_a_void_sitting_is_waited_for(ann: User) -> None:
    blueprint, now = stocked(wait_days=7), timezone.now()
    browser = browser_of(ann)

    def says(*, passed: bool, against: bool = False) -> tuple[bool, ...]:
        sitting = sat(blueprint, ann, state="graded", passed=passed, submitted_at=now, graded_at=now)
        sittings.void(sitting, "The lights went out.", proctor(), against=against)
        page, exam = (browser.get(each).text for each in (f"/exams/results/{sitting.key}/", "/exams/raises/"))
        ready = retakes.before_next(ann.pk, blueprint, now).ready
        return "does not have to wait" in page, "as after a failed exam" in page, "You may try again on" in exam, ready

    assert says(passed=True) == says(passed=False) == (True, False, False, True)
    assert says(passed=True, against=True) == (False, True, True, False)


@pytest.mark.parametrize("against", [False, True])
def test_an_open_sitting_that_is_declared_void_is_waited_for_where_its_candidate_broke_the_rules(
    ann: User, against: bool
) -> None:
    sitting = sat(stocked(wait_days=7), ann)
    sittings.void(sitting, "A telephone.", proctor(), against=against)
    retake = retakes.before_next(ann.pk, sitting.blueprint, timezone.now())
    assert retake == retakes.Retake(sitting.deadline + timedelta(days=7) if against else None)


def test_a_sitting_that_ran_out_of_time_is_no_way_round_the_wait(ann: User) -> None:
    blueprint = stocked()
    begun(ann, blueprint)
    assert refusal(lambda: begun(ann, blueprint, now=timezone.now() + timedelta(hours=1))) == "retake"


def test_a_closed_exam_and_a_closed_room_let_nobody_begin(ann: User) -> None:
    blueprint, proctor = stocked(), person("Pia", role=User.Role.PROCTOR)
    room = Room.objects.create(name="Hall", blueprint=blueprint, proctor=proctor)
    ticket = Ticket.objects.create(room=room, candidate=ann.candidate, number=1, factor=200)
    assert refusal(lambda: begun(ann, blueprint, ticket=ticket)) == "closed"
    room.opened_at = timezone.now()
    sitting = begun(ann, blueprint, ticket=ticket)
    assert (sitting.deadline - sitting.started_at) == timedelta(minutes=60)  # the ticket doubles 30 minutes
    Blueprint.objects.update(open=False)
    assert refusal(lambda: begun(named("Bob"), Blueprint.objects.get())) == "closed"


def test_an_exam_with_a_part_before_an_examiner_is_sat_in_a_room_only(ann: User) -> None:
    """A sheet belongs to a ticket: without one the exam would wait for its marks for ever."""
    blueprint = stocked(performance={"weight": 20, "parts": [{"name": {"en": "Pitching"}, "marks": 10}]})
    assert refusal(lambda: begun(ann, blueprint)) == "room"
    assert refusal(lambda: begun(ann, blueprint, practice=True)) != "room"


def test_a_save_is_one_statement_and_says_when(ann: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    sitting = opened(ann)
    with django_assert_num_queries(1):
        saved = save(sitting, 1, {"raise_to": ["600"]})
    row = SittingItem.objects.get(sitting=sitting, place=1)
    assert (row.response, row.saved_at, row.saves) == ({"raise_to": ["600"]}, saved.at, 1)


def test_a_late_save_never_takes_the_place_of_a_later_one(ann: User) -> None:
    sitting = opened(ann)
    save(sitting, 1, {"raise_to": ["600"]}, 2)
    assert refusal(lambda: save(sitting, 1, {"raise_to": ["500"]}, 1)) == "older"
    assert refusal(lambda: save(sitting, 1, {"raise_to": ["500"]}, 2)) == "older"
    assert save(sitting, 1, {"raise_to": ["600"]}, 2).number == 2  # the same one, sent again
    assert response_of(sitting, 1) == {"raise_to": ["600"]}


def test_what_is_emptied_again_is_no_answer(ann: User) -> None:
    sitting = opened(ann)
    save(sitting, 1, {"raise_to": ["600"]})
    save(sitting, 1, {"raise_to": [" "]}, 2)
    assert response_of(sitting, 1) is None


def test_nothing_is_saved_late_elsewhere_or_by_somebody_else(ann: User) -> None:
    sitting, other = opened(ann), person("Bob")
    typed: Raw = {"raise_to": ["600"]}
    assert refusal(lambda: save(sitting, 1, typed, now=sitting.deadline)) == "over"
    assert refusal(lambda: save(sitting, 1, typed, device="e" * 32)) == "elsewhere"
    assert refusal(lambda: save(sitting, 1, typed, user_id=other.pk)) == "none"
    assert refusal(lambda: save(sitting, 9, typed)) == "none"
    sittings.submit(sitting, timezone.now())
    assert refusal(lambda: save(sitting, 1, typed)) == "over"
    assert response_of(sitting, 1) is None


@pytest.mark.django_db(transaction=True)
def test_saves_and_a_hand_in_at_once_lose_nothing_that_was_acknowledged() -> None:
    sitting = opened(named())

    def typed() -> bool:
        try:
            return bool(save(sitting, 1, {"raise_to": ["600"]}))
        except NotSaved:
            return False

    *saved, _handed_in = together(*[typed] * 6, lambda: sittings.submit(sitting, timezone.now()))
    # The event of handing in says how many were answered: the acknowledged one is among them, or there is none.
    answered = Event.objects.get(act="submitted").details["answered"]
    assert answered == int(any(saved)) == int(response_of(sitting, 1) is not None)


def test_another_device_takes_over_and_the_former_one_saves_nothing_more(ann: User) -> None:
    sitting = opened(ann)
    sittings.take_over(sitting, "e" * 32)
    assert refusal(lambda: save(sitting, 1, {"raise_to": ["600"]}, device=DEVICE)) == "elsewhere"
    assert save(sitting, 1, {"raise_to": ["700"]}, device="e" * 32)
    assert acts(sitting) == ["taken-over"]


def test_a_grant_moves_the_deadline_and_says_why(ann: User) -> None:
    sitting, proctor = opened(ann), person("Pia", role=User.Role.PROCTOR)
    before = sitting.deadline
    sittings.grant(sitting, 300, "Fire alarm", proctor)
    ann.refresh_from_db()
    assert sitting.deadline == ann.exam_until == before + timedelta(minutes=5)
    assert acts(sitting) == ["granted"]
    sittings.submit(sitting, timezone.now())
    with pytest.raises(sittings.Over):
        sittings.grant(sitting, 300, "Fire alarm", proctor)


def test_no_grant_brings_a_sitting_back_whose_time_is_up(ann: User) -> None:
    sitting = opened(ann, deadline=timezone.now() - timedelta(seconds=1))  # and not handed in yet: the sweep does it
    with pytest.raises(sittings.Over):
        sittings.grant(sitting, 300, "Fire alarm", proctor())
    assert not sitting.grants.exists()


def test_a_void_sitting_opens_the_site_and_is_not_graded(ann: User) -> None:
    sitting, proctor = opened(ann), person("Pia", role=User.Role.PROCTOR)
    assert sittings.void(sitting, "A phone under the table", proctor)
    assert not sittings.void(sitting, "A phone under the table", proctor)
    ann.refresh_from_db()
    assert ann.exam_until is None
    assert not grading.grade(sitting.pk)
    assert acts(sitting) == ["voided"]


def test_what_is_handed_in_twice_is_handed_in_once(ann: User) -> None:
    sitting = opened(ann)
    now = timezone.now()
    assert sittings.submit(sitting, now)
    assert not sittings.submit(sitting, now + timedelta(seconds=1))
    assert Sitting.objects.get().submitted_at == now
    assert acts(sitting) == ["submitted"]
    assert "Your time was up" not in browser_of(ann).get(address_of(sitting, "done")).content.decode()


def test_the_sweep_hands_in_what_is_out_of_time_and_grades_it_once(ann: User) -> None:
    sitting = opened(ann)
    save(sitting, 1, right_answers(sitting)[1])
    assert grading.sweep(sitting.deadline - timedelta(seconds=1)) == 0
    assert grading.sweep(sitting.deadline) == 1
    assert grading.sweep(sitting.deadline) == 0
    assert not grading.grade(sitting.pk)
    sitting.refresh_from_db()
    assert (sitting.state, sitting.passed) == ("graded", False)
    assert acts(sitting)[:2] == ["time-up", "graded"]
    assert ItemResult.objects.filter(right=True).count() == 1


def test_the_next_request_hands_in_what_is_out_of_time(ann: User) -> None:
    client, sitting = seated(ann)
    Sitting.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    assert client.get(address_of(sitting, 1)).headers["Location"].endswith("/done/")
    assert Sitting.objects.get().state == "submitted"
    assert "Your time was up" in client.get(address_of(sitting, "done")).content.decode()
    # No worker has graded it for half a minute: the page does.
    Sitting.objects.update(submitted_at=timezone.now() - timedelta(seconds=31))
    assert "graded" in client.get(address_of(sitting, "done")).content.decode()
    assert Sitting.objects.get().state == "graded"


@pytest.mark.parametrize(
    ("said", "points"),
    [({"carried_forward": "earns"}, 2), ({"carried_forward": "nothing"}, 0), ({}, 2)],  # {}: of before the choice
)
def test_what_a_part_earns_that_follows_from_a_slip_is_the_exams_own_choice(
    ann: User, said: dict[str, str], points: int
) -> None:
    item = opened(ann).items.select_related("drill__bucket").get(place=1)
    key = key_of(item.drill)
    item.response = {name: [str(value + 1)] for name, value in key.answer.items()}  # each a chip more: they fit
    plan = load(exams.table(**said))
    assert grading.mark(item, key, "tda", plan).points == points  # the raise by and the chips added, by the raise to


@pytest.mark.parametrize("carried_forward", ["earns", "nothing"])
def test_a_side_pot_too_many_takes_a_part_away(ann: User, carried_forward: str) -> None:
    """Case short_blind-004-sp: 450 for BB and A, 100 for A alone, and 200 come back to A: three parts."""
    case = next(case for case in load_cases(["side_pots"]) if case["id"] == "short_blind-004-sp")
    [drill] = store(make_bucket(KINDS["side_pots"]), [parse(case["doc"])])
    item = sat(exam("pots"), ann, [drill]).items.get()
    item.response = {"amount_1": ["450"], "seats_1": ["BB", "A"], "amount_2": ["100"], "seats_2": ["A"]}
    item.response |= {"back": ["200"], "back_seat": ["A"]}
    key, plan = key_of(drill), load(exams.table(carried_forward=carried_forward))
    right = grading.mark(item, key, "tda", plan)
    assert (right.points, right.out_of) == (3, 3)
    item.response |= {"amount_3": ["50"], "seats_3": ["BB"]}
    more = grading.mark(item, key, "tda", plan)
    assert (more.points, more.out_of, more.right) == (2, 3, False)


def test_all_right_passes_and_is_certified_and_practice_is_not(ann: User) -> None:
    for practice in (False, True):
        sitting = opened(ann, practice=practice)
        for place, raw in right_answers(sitting).items():
            save(sitting, place, raw)
        sittings.submit(sitting, timezone.now())
        assert grading.grade(sitting.pk)
        sitting.refresh_from_db()
        assert sitting.passed
        assert sitting.points == sitting.out_of
        assert sitting.certificates.count() == (0 if practice else 1)


def test_an_answer_is_graded_by_the_stored_key(ann: User) -> None:
    sitting = opened(ann)
    item = sitting.items.select_related("drill__bucket").get(place=1)
    save(sitting, 1, right_answers(sitting)[1])
    item.refresh_from_db(fields=["response"])
    key, plan = key_of(item.drill), load(exams.table())
    right = grading.mark(item, key, "tda", plan)
    assert (right.points, right.out_of, right.right) == (3, 3, True)  # raise to, raise by, adds
    key.answer = {**key.answer, "raise_to": key.answer["raise_to"] + 1}
    assert grading.mark(item, key, "tda", plan).points == 2
    item.response = {"raise_to": ["a lot"]}
    unread = grading.mark(item, key, "tda", plan)
    assert (unread.points, unread.out_of, unread.right) == (0, 3, False)
