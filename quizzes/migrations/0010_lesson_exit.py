"""The drill that a lesson ends in, for lessons that are stored already from their newest English text."""

from __future__ import annotations

import tomllib

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def read_exits(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    versions = apps.get_model("quizzes", "LessonVersion").objects.filter(language="en")
    for version in versions.order_by("lesson_id", "-number").distinct("lesson_id").select_related("lesson"):
        drill = tomllib.loads(version.source.split("+++", 2)[1]).get("exit", {})
        if isinstance(drill, dict) and isinstance(drill.get("kind"), str):
            version.lesson.exit = drill
            version.lesson.save(update_fields=["exit"])


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0009_search")]

    operations = [
        migrations.AddField(
            model_name="lesson",
            name="exit",
            field=models.JSONField(default=dict, verbose_name="drill to go on with"),
        ),
        migrations.RunPython(read_exits, migrations.RunPython.noop),
    ]
