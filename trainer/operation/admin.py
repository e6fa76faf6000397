"""Tasks that failed, in the admin: to look at, to run again, and to forget."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from kombu.exceptions import OperationalError

from quizzes.admin import LookOnly
from trainer.operation import failures
from trainer.operation.models import FailedTask


@admin.register(FailedTask)
class FailedTaskAdmin(LookOnly):
    list_display = ("name", "arguments", "state", "tries", "error", "message", "first_at", "last_at", "request_id")
    list_filter = ("state", "name", "error")
    search_fields = ("name", "error", "request_id")
    ordering = ("state", "-last_at")
    actions = ("run_again", "forget")

    def get_queryset(self, request: HttpRequest) -> QuerySet[FailedTask]:
        """Return what has failed: a row that has not is of a task that is under way."""
        return super().get_queryset(request).filter(tries__gt=0)

    def has_mend_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody may run tasks again and forget them: that is more than to look at them."""
        return request.user.has_perm("operation.change_failedtask")

    @admin.action(permissions=["mend"], description=pgettext_lazy("a task that failed", "Run again"))
    def run_again(self, request: HttpRequest, chosen: QuerySet[FailedTask]) -> None:
        """Ask for the tasks that are ticked once more."""
        try:
            asked = failures.run_again(chosen)
        except OperationalError:
            self.message_user(request, _("The broker can’t be reached. Try again soon."), messages.ERROR)
            return
        said = ngettext("%(count)s task is asked for again.", "%(count)s tasks are asked for again.", asked)
        self.message_user(request, said % {"count": asked})

    @admin.action(permissions=["mend"], description=gettext_lazy("Forget"))
    def forget(self, request: HttpRequest, chosen: QuerySet[FailedTask]) -> None:
        """Forget that the tasks that are ticked failed: when they are asked for again, it is for the first time."""
        forgotten = chosen.count()
        chosen.delete()
        said = ngettext("%(count)s task is forgotten.", "%(count)s tasks are forgotten.", forgotten)
        self.message_user(request, said % {"count": forgotten})
