"""A proctor's pages: the rooms, who is on a room's list, who is where, one candidate, and the performance sheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.views.parts import template
from quizzes.wording.authored import in_language
from trainer.certification import (
    blueprints,
    candidates,
    naming,
    networks,
    performance,
    results,
    room_forms,
    room_list,
    sittings,
    tickets,
)
from trainer.certification import rooms as path
from trainer.certification.certificates import exam_title
from trainer.certification.models import PerformanceSheet, Room, Sitting, Ticket
from trainer.classrooms.views.common import clean_text, numbers, user_of

View = Callable[..., HttpResponse]


def of_proctor(view: View) -> View:
    """Give a view the room that its address names: 403 for whoever is no proctor, 404 for the room of another."""

    @wraps(view)
    def found(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, path.find(user_of(request), pk), *args, **kwargs)

    return login_required(never_cache(found))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def rooms(request: HttpRequest) -> HttpResponse:
    """Show the rooms that somebody looks after, and make another one."""
    user = user_of(request)
    mine = path.of(user)
    if not user.has_perm(path.PROCTOR):
        raise PermissionDenied
    offered = {str(row.pk): row for row in blueprints.offered_to(user)}
    form = room_forms.RoomForm(request.POST or None)
    form.fields["exam"].choices = [(pk, exam_title(row)) for pk, row in offered.items()]  # type: ignore[attr-defined]  # a ChoiceField
    if request.method == "POST" and form.is_valid():
        made = path.make(user, offered[form.cleaned_data["exam"]], form.cleaned_data["name"])
        return redirect("exam_room_setup", made.pk)
    page = Paginator(mine, path.A_PAGE).get_page(request.GET.get("page"))
    to_sign = performance.to_sign_in([room.pk for room in page])
    rows = [(room, exam_title(room.blueprint), to_sign.get(room.pk, 0)) for room in page]
    context = {"page": page, "rows": rows, "form": form, "offered": offered}
    return render(request, "certification/rooms.html", context, status=422 if form.errors else 200)


@require_safe
@of_proctor
def room(request: HttpRequest, room: Room) -> HttpResponse:
    """Show who is where in a room. htmx gets the part that changes."""
    now = timezone.now()
    to_release = path.go_on_releasing(room, now)
    page, places = path.watch(room, request.GET.get("page"), now)
    plan = blueprints.plan_of(room.blueprint)
    stands = results.standings([place.sitting for place in places], plan)
    context = {
        **head(room),
        "to_release": to_release,
        "to_sign": performance.to_sign().filter(ticket__room=room).count() if plan.weight else 0,
        "waits": room.closed_at is None and any(place.waits for place in places),
        "page": page,
        "places": [(place, tickets.name_of(place.ticket), stands.get(place.ticket.pk)) for place in places],
        "without_pin": room.tickets.filter(pin_hash="", used_at=None).count(),
    }
    return render(request, template(request, "certification/room", "places"), context)


@require_safe
@of_proctor
def setup(request: HttpRequest, room: Room) -> HttpResponse:
    """Show a room's list, networks and helpers, to change them."""
    return _setup(request, room)


@require_POST
@of_proctor
def listed(request: HttpRequest, room: Room) -> HttpResponse:
    """Put people on a room's list."""
    form = room_forms.ListForm(request.POST)
    if not form.is_valid():
        return _setup(request, room, list_form=form)
    typed = form.cleaned_data
    accounts, names = typed["accounts"].splitlines(), typed["names"].splitlines()
    try:
        done = room_list.enlist(room, accounts, names, typed["factor"])
    except tickets.Full:
        form.add_error(None, _("A room has at most %(most)s candidates.") % {"most": tickets.MOST_TICKETS})
        return _setup(request, room, list_form=form)
    _tell_listed(request, done, typed["factor"])
    if done.unknown:
        form.add_error("accounts", _("No account has this name: %(names)s.") % {"names": ", ".join(done.unknown)})
        return _setup(request, room, list_form=form)
    return redirect("exam_room_setup", room.pk)


def _tell_listed(request: HttpRequest, done: room_list.Listed, factor: int) -> None:
    """Tell what became of a list, also of those who were on it before."""
    if done.made:
        messages.success(request, _("Put on the list: %(count)s.") % {"count": done.made})
    if done.already:
        messages.info(request, _("On the list already: %(names)s.") % {"names": ", ".join(done.already)})
    if done.twice:
        messages.info(
            request, _("Twice in this list, so put on it once: %(names)s.") % {"names": ", ".join(done.twice)}
        )
    if done.raised:
        words = {"factor": factor, "names": ", ".join(done.raised)}
        messages.success(request, _("Time changed to %(factor)s %% of the usual: %(names)s.") % words)
    if done.longer:
        said = _(
            "They have more than %(factor)s %% of the usual time and keep it: %(names)s. To give less, take them off "
            "the list on the candidate’s page, and put them on it again."
        )
        messages.warning(request, said % {"factor": factor, "names": ", ".join(done.longer)})
    if done.begun:
        said = _("The exam has begun, so the time stays: %(names)s. Grant more on the candidate’s page.")
        messages.warning(request, said % {"names": ", ".join(done.begun)})
    if done.namesakes:
        said = _("Somebody else with the same name? Add a sign to it, such as a 2: they correct it when they come in.")
        messages.info(request, said)


@require_POST
@of_proctor
def close_networks(request: HttpRequest, room: Room) -> HttpResponse:
    """Say in which networks tools are closed; "mine" puts the network of whoever asks on the list."""
    typed = request.POST.get("networks", "")
    if "mine" in request.POST:
        typed = f"{typed.rstrip()}\n{networks.own(get_adapter().get_client_ip(request))}".strip()
    form = room_forms.NetworksForm({"networks": typed})
    if not form.is_valid():
        return _setup(request, room, networks_form=form)
    path.close_networks(room, form.cleaned_data["networks"])
    messages.success(request, _("The networks are stored."))
    return redirect("exam_room_setup", room.pk)


@require_POST
@of_proctor
def helpers(request: HttpRequest, room: Room) -> HttpResponse:
    """Let somebody help in a room, or no more."""
    for pk in numbers([request.POST.get("remove", "")]):
        path.remove_helper(room, pk)
        return redirect("exam_room_setup", room.pk)
    form = room_forms.HelperForm(request.POST)
    if form.is_valid():
        try:
            path.add_helper(room, form.cleaned_data["helper"])
        except path.NoSuchAccount:
            form.add_error("helper", _("No proctor or instructor has an account of this name."))
        else:
            return redirect("exam_room_setup", room.pk)
    return _setup(request, room, helper_form=form)


@require_POST
@of_proctor
def open_up(request: HttpRequest, room: Room) -> HttpResponse:
    """Open a room."""
    path.open_up(room, timezone.now())
    messages.success(request, _("The room is open: candidates can come in."))
    return redirect("exam_room", room.pk)


@require_POST
@of_proctor
def close(request: HttpRequest, room: Room) -> HttpResponse:
    """Close a room."""
    path.close(room, timezone.now())
    messages.success(request, _("The room is closed: nobody begins any more, and who has begun goes on."))
    return redirect("exam_room", room.pk)


@require_safe
@of_proctor
def candidate(request: HttpRequest, room: Room, number: int) -> HttpResponse:
    """Show one candidate of a room, with all that a proctor can do."""
    return _candidate(request, room, path.ticket_of(room, number))


@require_POST
@of_proctor
def act(request: HttpRequest, room: Room, number: int, what: str) -> HttpResponse:
    """Do what a proctor does to one candidate."""
    do = ACTS.get(what)
    if do is None:
        raise Http404
    try:
        ticket = path.ticket_of(room, number)
        if ticket.candidate.user_id == user_of(request).pk:
            raise PermissionDenied  # nobody looks after their own sitting
        return do(request, room, ticket)
    except tickets.Renamed:
        messages.warning(request, _("The candidate has given another name meanwhile. Compare this one with the ID."))
    except (sittings.Over, tickets.Begun):
        messages.warning(request, _("That can’t be done any more, or not yet: see how the sitting stands."))
    return redirect("exam_room_candidate", room.pk, number)


@require_http_methods(["GET", "HEAD", "POST"])
@of_proctor
def sheet(request: HttpRequest, room: Room, number: int) -> HttpResponse:
    """Show the performance sheet of a candidate, and sign it."""
    ticket = path.ticket_of(room, number)
    sitting: Sitting | None = getattr(ticket, "sitting", None)
    plan = blueprints.plan_of(room.blueprint)
    if sitting is None or not performance.wanted(sitting, plan):
        raise Http404
    if not performance.may_examine(user_of(request), sitting):
        raise PermissionDenied
    typed = {at: request.POST.get(f"part-{at}", "") for at in range(len(plan.parts))}
    bad: tuple[int, ...] = ()
    if request.method == "POST":
        try:
            marks = performance.read_marks(plan, typed)
            if "seen" in request.POST:
                remark = clean_text(request.POST.get("remark", ""), 2000)
                performance.sign(sitting, marks, remark, user_of(request), timezone.now())
                messages.success(request, _("The sheet is signed."))
                return redirect("exam_room_sheet", room.pk, number)
        except performance.BadMarks as error:
            bad = error.parts
        except performance.Fixed:
            messages.warning(request, _("This sheet does not change any more."))
            return redirect("exam_room_sheet", room.pk, number)
    done = PerformanceSheet.objects.filter(sitting=sitting, signed_at__isnull=False).select_related("examiner").first()
    parts = [
        (at, in_language(part.name), part.marks, range(part.marks + 1), done.marks.get(str(at)) if done else typed[at])
        for at, part in enumerate(plan.parts)
    ]
    context = {**head(room), "ticket": ticket, "name": tickets.name_of(ticket), "sheet": done, "parts": parts}
    context |= {"bad": bad, "sent": request.POST if request.method == "POST" else None, "weight": plan.weight}
    context["fixed"] = done is not None or sitting.state in (Sitting.State.GRADED, Sitting.State.VOID)
    return render(request, "certification/performance.html", context, status=422 if context["sent"] else 200)


def _confirm(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    ticket.candidate.name = request.POST.get("name", "")
    ticket.candidate.printed_name = request.POST.get("printed_name", "")
    tickets.confirm(ticket, user_of(request), timezone.now())
    return redirect("exam_room_candidate", room.pk, ticket.number)


def _same_as(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    form = room_forms.FormerForm(request.POST)
    if form.is_valid():
        try:
            tickets.same_as(ticket, form.cleaned_data["former"], user_of(request), timezone.now())
        except tickets.NotTheSame:
            form.add_error("former", _("No ticket of this number was made out to this name in a room of yours."))
        else:
            messages.success(request, _("It is the same candidate. Give another PIN, and compare the name again."))
            return redirect("exam_room_candidate", room.pk, ticket.number)
    return _candidate(request, room, ticket, former_form=form)


def _grant(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    form = room_forms.GrantForm(request.POST)
    if not form.is_valid():
        return _candidate(request, room, ticket, grant_form=form)
    minutes = form.cleaned_data["minutes"]
    try:
        path.grant(ticket, minutes, form.cleaned_data["reason"], user_of(request), form.cleaned_data["known"])
    except path.Changed:
        messages.warning(request, _("Time was granted a moment ago. Look at it before you grant more."))
    except sittings.Over:
        messages.warning(request, _("The time is up, or the sitting is over or not begun: no time can be granted."))
    else:
        messages.success(request, _("Minutes granted: %(minutes)s.") % {"minutes": minutes})
    return redirect("exam_room_candidate", room.pk, ticket.number)


def _void(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    form = room_forms.VoidForm(request.POST)
    if not form.is_valid():
        return _candidate(request, room, ticket, void_form=form)
    path.void(ticket, form.cleaned_data["reason"], user_of(request), against=form.cleaned_data["against"])
    return redirect("exam_room_candidate", room.pk, ticket.number)


def _note(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    form = room_forms.NoteForm(request.POST)
    if not form.is_valid():
        return _candidate(request, room, ticket, note_form=form)
    path.note(ticket, form.cleaned_data["text"], user_of(request))
    return redirect("exam_room_candidate", room.pk, ticket.number)


def _take_back(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    tickets.take_back(ticket)
    return redirect("exam_room_setup", room.pk)


def _name_back(request: HttpRequest, room: Room, ticket: Ticket) -> HttpResponse:
    if not naming.send_back(ticket):
        messages.warning(request, _("This name can’t be changed here any more."))
    return redirect("exam_room_candidate", room.pk, ticket.number)


ACTS: dict[str, View] = {
    "confirm": _confirm,
    "name-back": _name_back,
    "same-as": _same_as,
    "grant": _grant,
    "void": _void,
    "note": _note,
    "take-back": _take_back,
}


def _candidate(request: HttpRequest, room: Room, ticket: Ticket, **bound: forms.Form) -> HttpResponse:
    place = path.place_of(ticket, timezone.now())
    grants = list(place.sitting.grants.order_by("pk")) if place.sitting else []
    done = list(path.events(place.sitting)) if place.sitting else []
    name = tickets.name_of(ticket)
    who = path.actors(done) | {ticket.candidate.user_id: name}
    plan = blueprints.plan_of(room.blueprint)
    context: dict[str, Any] = {
        **head(room),
        "ticket": ticket,
        "name": name,
        "locked": ticket.tries >= tickets.TRIES,
        "place": place,
        "grants": [(grant, grant.seconds // 60) for grant in grants],
        "events": path.told(done, who),
        "named": candidates.is_named(ticket.candidate),
        "may_name": candidates.may_name(ticket.candidate),
        "sent_back": naming.is_sent_back(ticket),
        "certificate": path.certificate_of(ticket),
        "has_sheet": place.sitting is not None and performance.wanted(place.sitting, plan),
        "standing": results.standings([place.sitting], plan).get(ticket.pk),
        "former_form": room_forms.FormerForm(),
        "grant_form": room_forms.GrantForm(initial={"known": len(grants)}),
        "void_form": room_forms.VoidForm(),
        "note_form": room_forms.NoteForm(),
    }
    return render(request, "certification/room_candidate.html", {**context, **bound}, status=422 if bound else 200)


def _setup(request: HttpRequest, room: Room, **bound: forms.Form) -> HttpResponse:
    page = Paginator(
        room.tickets.select_related("candidate__user", "sitting", "room").order_by("number"), path.A_PAGE
    ).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        **head(room),
        "page": page,
        "rows": [(ticket, tickets.name_of(ticket)) for ticket in page],
        "helpers": room.helpers.order_by("username"),
        "list_form": room_forms.ListForm(),
        "networks_form": room_forms.NetworksForm(initial={"networks": "\n".join(room.networks)}),
        "helper_form": room_forms.HelperForm(),
    }
    return render(request, "certification/room_setup.html", {**context, **bound}, status=422 if bound else 200)


def head(room: Room) -> dict[str, Any]:
    return {"room": room, "exam": exam_title(room.blueprint)}
