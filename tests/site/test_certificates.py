"""Certificates: issued once, ended in the open, checked by anybody (issue 8, "Certificate")."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries, Settings

from tests.site.certified import NAME, NOON, certified, exam, passed, ticket, visitor
from tests.site.people import browser_of, person
from trainer.accounts.models import User
from trainer.certification import audit, certificates, erasure, renewals
from trainer.certification.certificates import Because, Standing
from trainer.certification.models import Candidate, Certificate, Event, Sitting
from trainer.certification.models.certificates import CODE_SIGNS
from trainer.classrooms.models import Letter

pytestmark = pytest.mark.django_db


def acts(certificate: Certificate) -> list[str]:
    return list(
        Event.objects.filter(chain=audit.chain_of(certificate)).order_by("number").values_list("act", flat=True)
    )


def test_a_passed_sitting_gives_one_certificate_however_often_it_is_asked() -> None:
    sitting = passed(person(language="ms"))
    first = certificates.issue_for(sitting, NOON)
    assert first == certificates.issue_for(sitting, NOON + timedelta(hours=1))
    assert first
    assert (first.ruleset, first.edition, first.language, first.proctored) == ("tda", "2024", "ms", False)
    assert (first.issued_at, first.expires_at) == (NOON, datetime(2028, 5, 13, 12, tzinfo=UTC)), "valid for 24 months"
    assert acts(first) == ["issued"]


def test_the_database_holds_it_too() -> None:
    first = certified(person())
    again = Certificate(**{field.attname: getattr(first, field.attname) for field in Certificate._meta.concrete_fields})
    again.pk, again.code, again.status_index = None, "X" * 20, first.status_index + 1
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()


@pytest.mark.parametrize(
    "changes",
    [
        {"passed": False},
        {"passed": None, "state": Sitting.State.SUBMITTED},
        {"state": Sitting.State.VOID},
        {"practice": True},
    ],
)
def test_no_other_sitting_gives_one(changes: dict[str, Any]) -> None:
    assert certificates.issue_for(passed(person(), **changes), NOON) is None
    assert not Certificate.objects.exists()


@pytest.mark.parametrize(("confirmed", "proctored"), [(True, True), (False, False)])
def test_it_is_proctored_only_where_the_name_was_compared_with_an_id(confirmed: bool, proctored: bool) -> None:
    ann = person()
    place = ticket(ann, person("Paul", role=User.Role.PROCTOR), confirmed=confirmed)
    assert certified(ann, ticket=place).proctored is proctored


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        (datetime(2026, 1, 31), 1, datetime(2026, 2, 28)),
        (datetime(2026, 12, 31, 23), 2, datetime(2027, 2, 28, 23)),
        (datetime(2024, 2, 29), 12, datetime(2025, 2, 28)),
        (datetime(2026, 5, 13, 12), 24, datetime(2028, 5, 13, 12)),
    ],
)
def test_months_end_on_the_same_day_or_on_the_last_of_a_shorter_month(
    start: datetime, months: int, end: datetime
) -> None:
    assert certificates.months_after(start, months) == end


def test_codes_cannot_be_guessed() -> None:
    """31 signs at 20 places are more than 2 to the 99th, and no sign is easily taken for another."""
    codes = {certified(person(f"Ann {n}")).code for n in range(3)}
    assert len(codes) == 3
    assert all(len(code) == 20 and set(code) <= set(CODE_SIGNS) for code in codes)
    assert len(CODE_SIGNS) ** 20 > 2**99
    assert not set("01ILO") & set(CODE_SIGNS)


def test_a_revocation_is_open_and_happens_once_with_its_reason_in_the_audit_alone() -> None:
    row, by = certified(person()), person("Mona")
    certificates.revoke(row, Because.VOID, by, "A phone under the table", NOON)
    certificates.revoke(row, Because.MISTAKE, by, "again", NOON)
    row.refresh_from_db()
    assert (row.revoked_because, certificates.standing(row, NOON)) == ("void", Standing.REVOKED)
    assert acts(row) == ["issued", "revoked"]
    event = Event.objects.get(act="revoked")
    assert (event.actor, event.details, event.note.text) == (by.pk, {"because": "void"}, "A phone under the table")
    page = visitor().get(f"/verify/{row.code}/").content.decode()
    assert "Revoked" in page
    assert "The sitting was declared void." in page
    assert "phone" not in page
    assert "passed this exam" not in page
    assert "passed this exam" in visitor().get(f"/verify/{certified(person('Ben')).code}/").content.decode()


def test_only_a_regrade_can_bring_a_revoked_certificate_back_and_as_another_one() -> None:
    row = certified(person())
    certificates.revoke(row, Because.REGRADE)
    second = certificates.issue_for(row.sitting, NOON)
    assert second is not None
    assert second.code != row.code
    certificates.revoke(second, Because.VOID)
    assert certificates.issue_for(row.sitting, NOON) is None


def test_a_replaced_certificate_leads_to_the_other_one_which_ends_when_it_would_have() -> None:
    row = certified(person())
    later = certificates.reissue(row, person("Mona"), "lost", NOON + timedelta(days=9))
    row.refresh_from_db()
    assert (certificates.standing(row, NOON), row.replaced_by) == (Standing.REPLACED, later)
    assert (later.expires_at, certificates.standing(later, NOON)) == (row.expires_at, Standing.VALID)
    assert (acts(row), acts(later)) == (["issued", "revoked"], ["issued"])
    assert f"/verify/{later.code}/" in visitor().get(f"/verify/{row.code}/").content.decode()
    assert certificates.issue_for(row.sitting, NOON) == later
    with pytest.raises(certificates.NotValid):
        certificates.reissue(row)


def test_a_corrected_name_replaces_all_certificates_of_the_person() -> None:
    ann = person()
    rows = [certified(ann, exam(slug)) for slug in ("dealer-1", "dealer-2")]
    certificates.correct_name(ann.candidate, "Nguyễn Thị  Ánh", None, "married", NOON)
    names = {certificates.full_name(row.candidate) for row in Certificate.objects.filter(revoked_at=None)}
    assert names == {"Nguyễn Thị Ánh"}
    assert Certificate.objects.filter(replaced_by=None).count() == 2
    assert set(Certificate.objects.exclude(replaced_by=None)) == set(rows)
    told = [letter.text for letter in Letter.objects.all()]
    fresh = Certificate.objects.filter(revoked_at=None)
    assert [sum(f"/verify/{row.code}/" in text for text in told) for row in fresh] == [1, 1]  # each in its own letter
    former = visitor().get(f"/verify/{rows[0].code}/").content.decode()
    assert "the former name is not kept" in former
    assert "Valid until" not in former
    assert not any(name in former for name in ("Nguyễn Thị Ánh", NAME)), "another one, or forgotten"


def test_a_name_that_is_corrected_twice_at_once_is_corrected_once_and_an_erased_one_never() -> None:
    row = certified(person())
    seen = [Candidate.objects.get(pk=row.candidate_id) for _each in range(2)]
    for candidate in seen:
        certificates.correct_name(candidate, "Ann Lim", None, "married", NOON)
    assert Certificate.objects.count() == 2
    erasure.erase(row.candidate)
    with pytest.raises(certificates.Erased):
        certificates.correct_name(seen[0], "Ann Lee", None, "x", NOON)
    later = Certificate.objects.get(revoked_at=None)
    chief, address = browser_of(person("Chief", is_superuser=True)), f"/exams/certificates/{later.code}/end/"
    assert 'name="name"' not in chief.get(address).text
    assert chief.post(address, {"because": "replaced", "name": "Ann Lee", "why": "x"}).status_code == 422
    assert chief.post(address, {"because": "void", "why": "x"}).status_code == 302


@pytest.mark.parametrize(("because", "letters"), [(Because.VOID, 1), (Because.MISTAKE, 1), (Because.REGRADE, 0)])
def test_a_holder_is_told_of_a_revocation_in_the_own_language(because: Because, letters: int) -> None:
    row = certified(person(language="ms"))
    for _twice in range(2):
        certificates.revoke(row, because, None, "A phone under the table")
    told = Letter.objects.all()  # of a regrade the correction tells
    assert [("Pengedar 1" in letter.subject, "phone" in letter.text) for letter in told] == [(True, False)] * letters


def test_a_certificate_that_a_regrade_brings_back_ends_when_the_former_would_have() -> None:
    row = certified(person())
    later = NOON + timedelta(days=700)
    certificates.revoke(row, Because.REGRADE, now=later)
    again = certificates.issue_for(row.sitting, later + timedelta(days=1))
    assert again is not None
    assert again.expires_at == row.expires_at


def test_where_a_certificate_stands_changes_at_its_end() -> None:
    row = certified(person())
    assert certificates.standing(row, row.expires_at - timedelta(seconds=1)) == Standing.VALID
    assert certificates.standing(row, row.expires_at) == Standing.EXPIRED


def test_events_hold_no_name() -> None:
    row = certified(person())
    details = Event.objects.get(chain=audit.chain_of(row)).details
    assert details["name"] == audit.digest(NAME, row.candidate.salt)
    assert "Nguyễn" not in str(details)


# What anybody sees


@time_machine.travel(NOON, tick=False)
def test_anybody_sees_who_passed_what_and_what_it_is_not_and_search_engines_do_not() -> None:
    row = certified(person())
    for way in (row.code, row.code.lower(), "-".join(row.code[at : at + 5] for at in range(0, 20, 5))):
        response = visitor().get(f"/verify/{way}/")
        page = response.content.decode()
        assert response.status_code == 200
        for text in (NAME, "Dealer 1", "TDA 2024", "Not proctored", "13 May 2026", "13 May 2028", "Valid"):
            assert text in page
        assert "no licence to deal" in page
        assert "has not endorsed it" in page
        assert response["X-Robots-Tag"] == "noindex"
        assert '<meta name="robots" content="noindex">' in page
    assert "Pengedar 1" in visitor().get(f"/ms/verify/{row.code}/").content.decode()


def test_an_expired_certificate_says_so() -> None:
    row = certified(person())
    with time_machine.travel(row.expires_at, tick=False):
        assert "Expired" in visitor().get(f"/verify/{row.code}/").content.decode()


def test_whoever_guesses_gets_one_and_the_same_page() -> None:
    pages = []
    certified(person())
    for code in ("A" * 20, "2" * 20, "no-code-at-all"):
        response = visitor().get(f"/verify/{code}/")
        assert response.status_code == 404
        assert response["X-Robots-Tag"] == "noindex"
        page = response.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
        pages.append(page.split('name="csrfmiddlewaretoken"')[0] + page.split('id="code-help"')[-1])
    assert len(set(pages)) == 1
    assert "No certificate has this code" in pages[0]


@time_machine.travel(NOON, tick=False)
def test_looking_up_codes_is_limited_for_each_address(settings: Settings) -> None:
    assert settings.ACCOUNT_RATE_LIMITS["verify"] == "300/m/ip"
    settings.ACCOUNT_RATE_LIMITS = {"verify": "3/m/ip"}
    code = certified(person()).code
    statuses = [visitor().get("/verify/" + "A" * 20 + "/").status_code for _try in range(3)]
    statuses += [visitor().get(f"/verify/{code}/").status_code, visitor().post("/verify/", {"badge": "x"}).status_code]
    assert statuses == [404] * 3 + [429] * 2
    assert visitor().get(f"/verify/{code}/", REMOTE_ADDR="203.0.113.9").status_code == 200


def test_a_code_that_is_typed_leads_to_its_page() -> None:
    response = visitor().post("/verify/", {"code": " abcde-23456 "})
    assert (response.status_code, response["Location"]) == (302, "/verify/abcde23456/")
    assert visitor().post("/verify/", {}).status_code == 422


def test_the_holder_chooses_whether_others_see_the_name_or_the_initials() -> None:
    ann = person()
    row, browser = certified(ann), browser_of(ann)
    assert browser.post("/exams/certificates/", {"shown": "initials"}).status_code == 302
    page = visitor().get(f"/verify/{row.code}/").content.decode()
    assert "N. T. Á. N." in page
    assert NAME not in page
    browser.post("/exams/certificates/", {"shown": "nothing"})
    assert Candidate.objects.get().shown == "initials"


def test_a_name_that_was_removed_is_gone_and_the_page_stays() -> None:
    ann = person()
    row = certified(ann)
    Candidate.objects.update(name="", printed_name="", salt="", erased_at=NOON, user=None)
    page = visitor().get(f"/verify/{row.code}/").content.decode()
    assert "The holder had the name removed." in page
    assert "Nguyễn" not in page
    assert browser_of(ann).get(f"/exams/certificates/{row.code}/pdf/").status_code == 404


def test_the_page_of_a_certificate_takes_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    code = certified(person()).code
    with django_assert_num_queries(1):
        visitor().get(f"/verify/{code}/")
    with django_assert_num_queries(1):
        visitor().get("/verify/NONE/")


# What the holder has


def test_a_holder_downloads_the_pdf_and_the_badge_and_nobody_else_does() -> None:
    ann = person()
    row, holder, other = certified(ann), browser_of(ann), browser_of(person("Other"))
    for part, begins in (("pdf", b"%PDF-1.7"), ("badge", b"eyJ")):
        address = f"/exams/certificates/{row.code}/{part}/"
        response = holder.get(address)
        assert response.content.startswith(begins)
        assert response["Content-Disposition"].startswith(f'attachment; filename="table-stakes-{row.code}')
        assert other.get(address).status_code == 404
        assert visitor().get(address)["Location"].startswith("/account/login/")
        assert holder.get(address.replace(row.code, "A" * 20)).status_code == 404
    certificates.revoke(row, Because.MISTAKE)
    assert {holder.get(f"/exams/certificates/{row.code}/{part}/").status_code for part in ("pdf", "badge")} == {404}


def test_the_pdf_is_in_its_holders_language_or_in_the_one_that_is_asked_for() -> None:
    """ISO 32000, 14.9.2: the catalogue's Lang is the language of the text."""
    ann = person(language="ms")
    address, holder = f"/exams/certificates/{certified(ann).code}/pdf/", browser_of(ann)
    asked = ("?language=en", "en", b"en"), ("?language=zh-hant", "zh-hant", b"zh-TW"), ("?language=tlh", "ms", b"ms")
    for query, file, lang in (("", "ms", b"ms"), *asked):
        response = holder.get(address + query)
        assert b"/Lang(" + lang + b")" in response.content
        assert response["Content-Disposition"].endswith(f'-{file}.pdf"')
        assert "no-store" in response["Cache-Control"]
    page = holder.get("/exams/certificates/").text  # in English, for a certificate in Malay: both are offered
    assert f'href="{address}"' in page
    assert f'href="{address}?language=en"' in page


def test_the_proctor_of_the_room_and_a_helper_print_it_and_another_proctor_does_not() -> None:
    ann = person()
    paul, petra, helga = (person(name, role=User.Role.PROCTOR) for name in ("Paul", "Petra", "Helga"))
    place = ticket(ann, paul)
    place.room.helpers.add(helga)
    address = f"/exams/certificates/{certified(ann, ticket=place).code}/pdf/"
    found = {user.username: browser_of(user).get(address).status_code for user in (paul, helga, petra)}
    assert found == {"Paul": 200, "Helga": 200, "Petra": 404}


def test_a_name_that_no_font_has_is_said_and_nothing_breaks() -> None:
    ann = person()
    row = certified(ann, name="김민준")
    response = browser_of(ann).get(f"/exams/certificates/{row.code}/pdf/", follow=True)
    assert "This name can’t be printed." in response.content.decode()


@time_machine.travel(NOON + timedelta(days=680), tick=False)
def test_a_holder_near_the_end_is_offered_to_sit_it_again() -> None:
    ann = person()
    certified(ann, exam(open=True))
    assert 'href="/exams/dealer-1/"' in browser_of(ann).get("/exams/certificates/").content.decode()


@pytest.mark.parametrize("many", [1, 12])
def test_the_list_takes_the_same_queries_for_one_and_for_many(
    many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ann = person()
    for number in range(many):
        certified(ann, exam(f"dealer-{number}", open=True))
    client = browser_of(ann)
    client.get("/")
    with django_assert_num_queries(4):  # who asks, the candidate, the certificates, the exams on offer
        page = client.get("/exams/certificates/").content.decode()
    assert page.count("Download as PDF") == many


def test_whoever_keeps_the_site_ends_a_certificate_and_nobody_else_does() -> None:
    row = certified(person())
    address = f"/exams/certificates/{row.code}/end/"
    assert browser_of(person("Mona", role=User.Role.MANAGER)).get(address).status_code == 403
    chief = browser_of(person("Chief", is_staff=True, is_superuser=True))
    assert address in chief.get(f"/verify/{row.code}/").content.decode()
    assert chief.post(address, {"because": "void"}).status_code == 422, "a reason must be given"
    assert chief.post(address, {"because": "replaced", "name": "김민준", "why": "x"}).status_code == 422
    response = chief.post(address, {"because": "replaced", "name": "Ann Lee", "why": "married"})
    later = Certificate.objects.exclude(pk=row.pk).get()
    assert response["Location"] == f"/verify/{row.code}/"
    assert certificates.full_name(later.candidate) == "Ann Lee"
    assert chief.post(f"/exams/certificates/{later.code}/end/", {"because": "void", "why": "x"}).status_code == 302
    later.refresh_from_db()
    assert later.revoked_because == "void"


def test_a_name_goes_with_a_replacement_alone_and_a_replacement_with_another_name() -> None:
    row = certified(person())
    address, chief = (
        f"/exams/certificates/{row.code}/end/",
        browser_of(person("Chief", is_staff=True, is_superuser=True)),
    )
    assert '<option value="" selected>' in chief.get(address).content.decode(), "no reason is chosen before"
    for because, name, error in (
        ("replaced", "", "with the same one nothing would change"),
        ("replaced", f" {NAME} ", "with the same one nothing would change"),
        ("mistake", "Ann Lee", "A corrected name needs the reason"),
    ):
        page = chief.post(address, {"because": because, "name": name, "why": "x"})
        assert (page.status_code, error in " ".join(page.context["form"].errors["name"])) == (422, True)
    assert Certificate.objects.get().revoked_at is None


def test_what_was_revoked_is_refused_and_leads_to_what_took_its_place() -> None:
    row, chief = certified(person()), browser_of(person("Chief", is_staff=True, is_superuser=True))
    later = certificates.reissue(row)
    response = chief.post(f"/exams/certificates/{row.code}/end/", {"because": "void", "why": "x"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "This certificate was revoked before, and stays as it is." in page
    assert f'href="/verify/{later.code}/"' in page
    assert 'name="because"' not in page


# Reminders


def reminded(now: datetime) -> list[tuple[str, str]]:
    renewals.remind(now)
    return list(Letter.objects.order_by("pk").values_list("reader__username", "subject"))


def test_a_holder_is_written_to_once_a_month_before_the_end_in_their_language() -> None:
    ann = person(language="ms")
    EmailAddress.objects.create(user=ann, email="ann@example.com", verified=True, primary=True)
    row = certified(ann)
    assert reminded(row.expires_at - timedelta(days=31)) == []
    letters = reminded(row.expires_at - timedelta(days=30))
    assert [name for name, _subject in letters] == ["Ann"]
    assert "Pengedar 1" in letters[0][1]
    assert "/ms/exams/certificates/" in Letter.objects.get().text
    assert len(reminded(row.expires_at - timedelta(days=1))) == 1


def test_nobody_is_written_to_about_what_was_revoked_expired_or_renewed() -> None:
    row = certified(person())
    certificates.revoke(row, Because.REGRADE)
    gone = certified(bob := person("Bob"))
    ben = person("Ben")
    certified(ben)
    certified(ben, at=NOON + timedelta(days=200))
    for user in (ben, bob):
        EmailAddress.objects.create(user=user, email=f"{user.username}@example.com", verified=user == ben)
    assert reminded(gone.expires_at) == []
    assert reminded(gone.expires_at - timedelta(days=3)) == [], "no confirmed address"
    EmailAddress.objects.update(verified=True)
    assert [name for name, _subject in reminded(gone.expires_at - timedelta(days=2))] == ["Bob"]
