"""What is right in a scenario of a set is told nowhere while its learner has tries left (issue 7, "n tries")."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import notices
from quizzes.models import Attempt, Drill, Notice, Regrade, ScenarioVersion
from quizzes.practising.sharing import spot_name
from tests.site import pages
from tests.site.classwork import a_class, a_pool, answered, browser, person
from tests.site.pages import links, tree
from tests.site.stand_ins import together
from tests.site.test_assignment_pages import a_set, running
from trainer.accounts.models import User
from trainer.classrooms import assignments, classwork
from trainer.classrooms.models import Assignment, Membership

pytestmark = pytest.mark.django_db

What = Assignment.What


@pytest.fixture
def ann() -> User:
    return person("ann")


def asked(client: Client, assigned: Assignment) -> tuple[str, str]:
    """The address at which an assignment asks, and its question's page."""
    address = f"/classes/given/{assigned.pk}/ask/"
    return address, client.get(address).content.decode()


def wrong(page: str) -> dict[str, object]:
    return {"token": pages.sent(page)["token"][0], **pages.asked(page).wrong}


@pytest.mark.parametrize("what", [What.SET, What.POOL])
def test_a_question_of_an_assignment_is_answered_and_hinted_at_on_no_other_page(ann: User, what: str) -> None:
    classroom = a_class(ann)
    pool = a_pool(2, classroom.teacher) if what == What.POOL else None
    assigned = running(classroom, what, pool=pool) if pool else a_set(classroom, 1, tries=3)
    client, (address, page) = browser(ann), asked(browser(ann), assigned)
    token = pages.sent(page)["token"][0]
    for elsewhere, sent in (
        ("/practice/answer", wrong(page)),
        ("/practice/answer", {"token": token}),
        ("/practice/hint", {"token": token, "hint": "3"}),
    ):
        assert client.post(elsewhere, sent).status_code == 302
    assert client.get(f"/practice/example?token={token}").status_code == 302
    other = running(classroom, What.SET, name="Others")
    assert client.post(f"/classes/given/{other.pk}/ask/", wrong(page)).status_code == 302
    assert not Attempt.objects.exists()
    assert client.post(address, {"token": token, "raise_to": ["lots"]}).status_code == 422
    assert client.post(address, wrong(page)).status_code == 200


def test_another_set_with_no_try_left_does_not_tell_what_is_right_in_this_one(ann: User) -> None:
    classroom = a_class(ann)
    first, second = a_set(classroom, 1, tries=2), running(classroom, What.SET, name="Again", tries=1)
    version = first.items.get().version
    assert version is not None
    assignments.add_scenarios(second, [version.pk])
    client = browser(ann)
    address, page = asked(client, second)
    told = client.post(address, wrong(page)).content.decode()
    assert "You can still answer it in another set: what is right is told there." in pages.text(tree(told))
    assert not [link for link in links(told) if "/spot/" in link]
    # The answer counts in both: the first set's last try tells all, in the second as well.
    address, page = asked(client, first)
    told = client.post(address, wrong(page)).content.decode()
    assert "Next question" in pages.text(tree(told))
    assert [link for link in links(told) if "/spot/" in link]


@pytest.mark.django_db(transaction=True)
def test_answers_that_come_at_once_are_no_more_than_the_tries(ann: User) -> None:
    """Issue 7, "n tries": each of the questions was asked while the one try was left."""
    classroom = a_class(ann)
    assigned = a_set(classroom, 1, tries=1)
    client = browser(ann)
    pages_asked = [asked(client, assigned)[1] for _ in range(4)]
    address = asked(client, assigned)[0]
    browsers = [browser(ann) for _ in pages_asked]
    works = [partial(one.post, address, wrong(page)) for one, page in zip(browsers, pages_asked, strict=True)]
    together(*works)
    assert Attempt.objects.count() == 1


def test_the_spots_page_and_a_notice_that_leads_to_it_wait_until_the_scenario_is_settled(ann: User) -> None:
    """The notice leads to the corrected drill, which the set asks from then on."""
    classroom = a_class(ann)
    assigned = a_set(classroom, 1, tries=2)
    chosen = assigned.items.get().version
    assert chosen is not None
    assert chosen.drill is not None
    answered(ann, chosen.drill, timezone.now(), right=False, why="")
    corrected = Drill.objects.create(
        bucket=chosen.drill.bucket, slot=99, fingerprint=uuid4().hex, document=chosen.drill.document
    )
    ScenarioVersion.objects.filter(pk=chosen.pk).update(state=ScenarioVersion.State.RETIRED)
    ScenarioVersion.objects.create(
        scenario=chosen.scenario, number=2, state="published", kind="min_raise", level=1, house="tda", drill=corrected
    )
    spot = f"/spot/{spot_name(corrected.pk, 'tda')}/"
    values = {"kind": "min_raise", "raised": 1, "lowered": 0, "spot": spot_name(corrected.pk, "tda")}
    notices.put([Notice(user=ann, about="regrade-1", key="regraded", values=values)])
    client = browser(ann)
    [told] = notices.unseen(ann.pk)
    assert told.url == f"/classes/given/{assigned.pk}/"
    assert told.sentences[-1] == (
        f"You can still answer it in “{assigned.name}” of your class “{classroom.name}”: what is right is told there."
    )
    Assignment.objects.update(opens_at=timezone.now() + timedelta(hours=1))
    [early] = notices.unseen(ann.pk)
    assert (early.url, assigned.name in " ".join(early.sentences)) == ("", False), "what is to come is not told"
    Assignment.objects.update(opens_at=assigned.opens_at)
    assert client.get(spot)["Location"] == "/practice/"
    assert client.post(spot, {"token": "x"})["Location"] == "/practice/"
    assert browser(person("bob")).get(spot).status_code == 200
    assert Client().get(spot).status_code == 200
    answered(ann, corrected, timezone.now(), right=False, why="")
    assert client.get(spot).status_code == 200
    assert [told.url for told in notices.unseen(ann.pk)] == [f"{spot}?from=progress"]


def test_what_is_right_in_one_version_is_told_nowhere_while_a_set_asks_another_or_will(ann: User) -> None:
    """The first set chose the version before: its last try is used up, and the second set's are not."""
    classroom = a_class(ann)
    first, second = a_set(classroom, 1, tries=1), running(classroom, What.SET, tries=2)
    chosen = first.items.get().version
    assert chosen is not None
    assert chosen.drill is not None
    answered(ann, chosen.drill, timezone.now(), right=False, why="", response={"raise_to": 1, "raise_by": 2, "adds": 3})
    corrected = Drill.objects.create(
        bucket=chosen.drill.bucket, slot=99, fingerprint=uuid4().hex, document=chosen.drill.document
    )
    ScenarioVersion.objects.filter(pk=chosen.pk).update(state=ScenarioVersion.State.RETIRED)
    version = ScenarioVersion.objects.create(
        scenario=chosen.scenario, number=2, state="published", kind="min_raise", level=1, house="tda", drill=corrected
    )
    assignments.add_scenarios(second, [version.pk])
    Regrade.objects.create(drill=chosen.drill, by=corrected, house="tda", mode="raise", state="done")
    client, mine = browser(ann), f"/classes/given/{first.pk}/answers/{first.items.get().pk}/"
    spots = [f"/spot/{spot_name(drill.pk, 'tda')}/" for drill in (chosen.drill, corrected)]
    for opens_in in (-1, 1):
        Assignment.objects.filter(pk=second.pk).update(opens_at=timezone.now() + timedelta(hours=opens_in))
        assert [client.get(address).status_code for address in (mine, *spots)] == [302, 302, 302]
        assert "You still have that question to answer" in client.get(mine, follow=True).content.decode()
    Assignment.objects.filter(pk=second.pk).update(ended_at=timezone.now())
    assert [client.get(address).status_code for address in (mine, *spots)] == [200, 200, 200]


def test_who_answered_right_reads_it_again_while_another_set_is_to_come_and_who_did_not_is_led_nowhere(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    classroom, ben = a_class(ann), person("ben")
    Membership.objects.create(classroom=classroom, learner=ben)
    first, later = a_set(classroom, 2, tries=1), timezone.now() + timedelta(days=21)
    second = running(classroom, What.SET, opens_at=later, due_at=later + timedelta(days=7))
    items = list(first.items.order_by("place"))
    assignments.add_scenarios(second, [item.version_id for item in items if item.version_id is not None])
    work = f"/classes/given/{first.pk}/"
    addresses = [f"{work}answers/{item.pk}/" for item in items]
    for user, right in ((ann, True), (ben, False)):
        client = browser(user)
        for number in (1, 2):
            address, page = asked(client, first)
            said = pages.asked(page).right if right else pages.asked(page).wrong
            told = client.post(address, {"token": pages.sent(page)["token"][0], **said}).content.decode()
            assert ("what is right is told there" in pages.text(tree(told))) != right
            # Account, what is given, how far (two), scenarios, answers (two), regrades, what is open (three)
            with django_assert_num_queries(11):
                found = {link for link in links(client.get(work).content.decode()) if f"{work}answers/" in link}
            assert found == set(addresses[:number] if right else ())
        assert client.get(addresses[0]).status_code == (200 if right else 302)


def test_what_is_still_open_takes_as_many_queries_for_three_sets_as_for_one(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    classroom = a_class(ann)
    first = a_set(classroom, 1, tries=1)
    version = first.items.get().version
    assert version is not None
    with django_assert_num_queries(3):  # what is given, the scenarios, the answers to them
        assert classwork.open_drills(ann.pk, timezone.now()) == {version.drill_id}
    for _another in range(2):
        assignments.add_scenarios(running(classroom, What.SET, tries=2), [version.pk])
    with django_assert_num_queries(3):
        assert classwork.open_drills(ann.pk, timezone.now()) == {version.drill_id}
