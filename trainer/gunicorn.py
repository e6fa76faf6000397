"""gunicorn's settings: two processes of four threads each, which share the connections of a process's pool."""

from __future__ import annotations

import os

worker_class = "gthread"
workers = int(os.environ.get("WEB_PROCESSES", "2"))
threads = 4
graceful_timeout = 10
limit_request_line = 8190  # a tool's address holds all that was typed
loglevel = "warning"
control_socket_disable = True
reload = os.environ.get("TABLE_STAKES_DEBUG") == "1"
