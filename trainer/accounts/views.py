"""The pages of one's own account that allauth doesn't have, and its sign-up where two want one name."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth
from allauth.account.internal.decorators import login_not_required
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts import personal
from trainer.accounts.forms import NameForm, ReauthenticateForm
