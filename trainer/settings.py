"""Django's settings: one file, everything that differs between places comes from the environment.

| variable | what | without it |
| --- | --- | --- |
| DATABASE_URL | a PostgreSQL server | the embedded one, see local.py |
| CELERY_BROKER_URL | a Valkey or Redis server, for the queue and the cache | the embedded one |
| EMAIL_URL | where mail is sent | mail goes to a folder, and /mail/ shows it |
| EMAIL_FROM | the sender of mail | noreply@ the first origin's host |
| TABLE_STAKES_CONTACT | who gets the contact page's messages; named there | they go to EMAIL_FROM |
| SECRET_KEY | signs sessions and tokens | made once, kept in the local folder |
| TABLE_STAKES_KEYS | PEM keys that sign badges, or a file of them | made once, kept in the local folder |
| TABLE_STAKES_ORIGIN | the site's public addresses, https://stakes.example,https://... | localhost only |
| TABLE_STAKES_LOCAL | the folder for data, mail, logs and the key | .local |
| TABLE_STAKES_METRICS_TOKEN | who sends it reads /metrics from elsewhere | only this machine reads it |
| TABLE_STAKES_POOLS | deep, modest or none: how many drills are made ahead | deep with HTTPS, else modest |
| TABLE_STAKES_PATIENCE | seconds to wait for the database | 5; the web server waits 0.8 and says so |
| TABLE_STAKES_DEBUG | 1 shows errors in the page and reloads changed code | off |
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import django_stubs_ext
from django.utils.translation import to_locale

from trainer import environment, local
from trainer.operation import logs

django_stubs_ext.monkeypatch()  # lets code write ModelAdmin[Drill] and the like, as the type checker wants

ROOT = local.ROOT
LOCAL = local.LOCAL
DEBUG = os.environ.get("TABLE_STAKES_DEBUG") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY") or environment.secret_key(LOCAL / "secret_key")
SIGNING_KEYS = os.environ.get("TABLE_STAKES_KEYS") or str(LOCAL / "signing_keys.pem")  # see certification/keys.py

# Where the site is seen from
ORIGINS = environment.origins(os.environ.get("TABLE_STAKES_ORIGIN", ""))
PUBLIC_HOSTS = [urlsplit(origin).hostname or "" for origin in ORIGINS]
SITE = ORIGINS[0] if ORIGINS else f"http://localhost:{os.environ.get('PORT') or 8000}"  # what letters link to
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *PUBLIC_HOSTS]
CSRF_TRUSTED_ORIGINS = ORIGINS
HTTPS = any(origin.startswith("https://") for origin in ORIGINS)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
COOKIE_PREFIX = "__Host-" if HTTPS else ""  # no other host of the domain can set such a cookie (RFC 6265bis)
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
SECURE_SSL_REDIRECT = HTTPS and all(origin.startswith("https://") for origin in ORIGINS)
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # a domain's other hosts are not ours to speak for
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_COOKIE_HTTPONLY = True  # forms carry the token themselves, no script reads the cookie
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000  # the largest exam, 12 sections of 10 rows with 23 fields each, has 2,883
FILE_UPLOAD_HANDLERS = [
    "trainer.security.Bounded",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

ROOT_URLCONF = "trainer.urls"
WSGI_APPLICATION = "trainer.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "quizzes",
    "trainer.accounts",
    "trainer.classrooms",
    "trainer.certification",
    "trainer.operation",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "trainer.operation.request_ids.middleware",
    "trainer.operation.probes.middleware",
    "trainer.operation.metrics.middleware",
    "django.middleware.security.SecurityMiddleware",
    "trainer.security.headers",
    "trainer.certification.closed.Middleware",
    "trainer.security.without_cookies",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "trainer.languages.middleware",
    "django.middleware.locale.LocaleMiddleware",
    "quizzes.zones.middleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "trainer.accounts.strong.middleware",
    "django_htmx.middleware.HtmxMiddleware",
    "quizzes.refused_spots.Middleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "trainer.accounts.roles.RoleBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "quizzes:practice"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "trainer.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "trainer.accounts.forms.LoginForm",
    "signup": "trainer.accounts.forms.SignupForm",
    "add_email": "trainer.accounts.forms.AddEmailForm",
    "change_password": "trainer.accounts.forms.ChangePasswordForm",
    "reset_password": "trainer.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "trainer.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "trainer.accounts.forms.ReauthenticateForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_LOGIN_METHODS = {"username"}  # the form of the sign-in takes a confirmed address for its account's name
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_CHANGE_EMAIL = True  # one address an account
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody gets mail about an account that there is not
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "account_home"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address that somebody else has given is not refused, nor blocked by that
# All limits of the site. An account first: guessing one password is slow from wherever it comes, and a class behind one
# address gets in. The second part are those that quizzes.limits counts; a room of 300 that answers every five seconds
# stays below that of visitors' answers.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "5/5m/key,900/m/ip",
    "login": "900/m/ip",
    "signup": "900/m/ip",
    "reset_password": "3/10m/key,100/m/ip",
    "reset_password_from_key": "900/m/ip",
    "join_class": "10/m/user",
    "join_by_name": "300/m/key,600/m/ip",  # the key is the class's code
    "come_back": "5/5m/key",  # the key is a name in a class
    "come_back_from": "600/m/ip",
    "class_message": "10/h/user",
    "wall_answer": "600/m/ip",
    "verify": "300/m/ip",
    "visitor_answer": "6000/m/ip",
    "answer": "300/m/user",
    "made_on_the_spot": "600/m/key",  # one for all: beyond it a drill that is there comes again
    "search": "600/m/ip",
    "tool": "3000/m/ip",
    "solve": "600/m/ip",
    "report": "10/h/key",
    "report_from": "100/h/ip",  # visitors, who can have another key each time
    "contact": "5/h/ip",
    "import": "60/h/user",
    "hands": "60/h/user",
    "roster": "60/h/user",
    "ticket": "600/m/ip",
    "staff_letters": "20/h/user",
    "own_data": "20/h/user",
    "join_misses": "300/m/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0

# Second factors. Instructors, proctors and managers need one on a public site; on one's own machine nobody does, so
# that the demo's accounts open everything. Passkeys are bound to a name: open http://localhost, never 127.0.0.1.
REQUIRE_STRONG_SIGN_IN = HTTPS
MFA_ADAPTER = "trainer.accounts.factors.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an account needs no address, and one that waits for its link keeps nobody out
MFA_TOTP_ISSUER = "Table Stakes"
MFA_TOTP_TOLERANCE = 1  # half a minute early or late: phones' clocks differ
MFA_RATE_LIMITS = {"webauthn_login": "900/m/ip"}
MFA_FORMS = {
    "activate_totp": "trainer.accounts.factors.ActivateTOTPForm",
    "add_webauthn": "trainer.accounts.factors.AddPasskeyForm",
    "authenticate": "trainer.accounts.factors.AuthenticateForm",
    "edit_webauthn": "trainer.accounts.factors.EditPasskeyForm",
    "reauthenticate": "trainer.accounts.factors.ReauthenticateForm",
}

# Stores. Sessions are read from the cache and kept in the database: no query on the way to a question, nothing is
# lost with the cache, signing out ends a session everywhere, and a visitor can't replay an older one, as a signed
# cookie could be.
SERVERS = local.place()
PATIENCE = float(os.environ.get("TABLE_STAKES_PATIENCE") or 5)
DATABASES = {"default": environment.database(os.environ.get("DATABASE_URL") or SERVERS.database_url, PATIENCE)}
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or SERVERS.broker_url
BROKER_PATIENCE = 2  # seconds until a Valkey that takes connections and says nothing counts as away
CACHES = {
    "default": {
        "BACKEND": "trainer.operation.cache.Cache",
        "LOCATION": environment.cache(CELERY_BROKER_URL),
        "OPTIONS": {"socket_timeout": BROKER_PATIENCE, "socket_connect_timeout": BROKER_PATIENCE},
    },
}
SESSION_ENGINE = "trainer.accounts.sessions"

# Tasks are idempotent: one whose worker died or had to stop is done again. Nobody who asks for one waits for a broker
# that is away: the schedule asks for what was not sent. One that runs out of its time is stopped.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": BROKER_PATIENCE,
    "socket_connect_timeout": BROKER_PATIENCE,
    "max_retries": 0,
}
CELERY_REDIS_SOCKET_TIMEOUT = CELERY_REDIS_SOCKET_CONNECT_TIMEOUT = BROKER_PATIENCE
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = 300, 330
CELERY_TASK_ANNOTATIONS = {
    name: {"soft_time_limit": 1800, "time_limit": 1830}
    for name in (  # they go through all that is stored
        "quizzes.tasks.count_statistics",
        "quizzes.tasks.regrade",
        "trainer.certification.tasks.compare_items",
        "trainer.certification.tasks.keep_to_retention",
        "trainer.classrooms.tasks.keep_to_retention",
        "trainer.operation.tasks.keep_to_retention",
    )
}
CELERY_RESULT_BACKEND = CELERY_BROKER_URL
CELERY_RESULT_EXPIRES = 3600
CELERY_TASK_IGNORE_RESULT = True  # nobody asks for one, and storing them would wait for a broker that is away
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 3
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for as long as it takes
A_DAY = 86_400
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": seconds, "options": {"expires": seconds}}  # by then it is asked for again
    for name, task, seconds in (
        ("hand in and grade sittings", "trainer.certification.tasks.sweep_sittings", 30),
        ("refill the drill pools", "quizzes.tasks.refill_pools", 300),
        ("go on with files of documents", "quizzes.tasks.resume_imports", 600),
        ("forget old files of documents", "quizzes.tasks.forget_imports", A_DAY),
        ("forget old files of hands", "quizzes.tasks.forget_hand_files", A_DAY),
        ("make the coming months of attempts", "quizzes.tasks.ensure_partitions", A_DAY),
        ("send letters that are due", "trainer.classrooms.tasks.send_letters", 60),
        ("go on with regrades", "quizzes.tasks.resume_regrades", 300),
        ("fill the pools of templates", "quizzes.tasks.resume_templates", 300),
        ("count how the drills do", "quizzes.tasks.count_statistics", A_DAY),
        ("stock the exams", "trainer.certification.tasks.stock_exams", 300),
        ("write to holders whose certificate ends soon", "trainer.certification.tasks.remind_of_ends", A_DAY),
        ("write to proctors whose sheets are unsigned", "trainer.certification.tasks.remind_of_sheets", A_DAY),
        ("sign the heads of the audit", "trainer.certification.tasks.take_heads", 3600),
        ("empty what is old in exams", "trainer.certification.tasks.keep_to_retention", A_DAY),
        ("compare the questions of exams", "trainer.certification.tasks.compare_items", A_DAY),
        ("delete old letters and walls", "trainer.classrooms.tasks.keep_to_retention", A_DAY),
        ("delete what visitors answered long ago", "trainer.operation.tasks.keep_to_retention", A_DAY),
        ("forget expired sessions", "trainer.accounts.tasks.forget_expired_sessions", A_DAY),
    )
}

# Drills made ahead: a public site has many of everything, one's own machine of what is practised there.
POOLS = os.environ.get("TABLE_STAKES_POOLS") or ("deep" if HTTPS else "modest")
DEEP_POOLS = POOLS == "deep"
if POOLS == "none":
    del CELERY_BEAT_SCHEDULE["refill the drill pools"], CELERY_BEAT_SCHEDULE["stock the exams"]

# Mail
MAIL_FOLDER = None if os.environ.get("EMAIL_URL") else LOCAL / "mail"
CONTACT = os.environ.get("TABLE_STAKES_CONTACT", "")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM") or f"noreply@{(PUBLIC_HOSTS or ['localhost'])[0]}"
if MAIL_FOLDER:
    EMAIL_BACKEND = "trainer.mail.FolderBackend"
else:
    globals().update(environment.mail(os.environ["EMAIL_URL"]))

# Languages: each is offered once its catalogue is there.
LOCALE_PATHS = [ROOT / "trainer" / "locale"]
LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGES = [
    (code, name)
    for code, name in (("en", "English"), ("ms", "Bahasa Melayu"), ("zh-hant", "繁體中文"))
    if code == LANGUAGE_CODE or (LOCALE_PATHS[0] / to_locale(code) / "LC_MESSAGES" / "django.mo").exists()
]
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "static/"
STATIC_ROOT = LOCAL / "static"
STATICFILES_DIRS = [ROOT / "trainer" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Operation
METRICS_TOKEN = os.environ.get("TABLE_STAKES_METRICS_TOKEN", "")
LOGGING = logs.configuration(json_lines=HTTPS, debug=DEBUG)
