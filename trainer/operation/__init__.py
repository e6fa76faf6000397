"""What keeps a deployment going: health, metrics, logs, backups, retention, checks of migrations and settings."""
