"""What search finds, with its index: PostgreSQL keeps the vector in step with the two columns of words."""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import CombinedSearchVector, SearchConfig, SearchVector, SearchVectorField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0008_placement")]

    operations = [
        migrations.CreateModel(
            name="Findable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("lesson", "Lesson"),
                            ("word", "Word"),
                            ("rule", "Rule"),
                            ("toggle", "Houses differ"),
                            ("mistake", "Mistake"),
                        ],
                        max_length=10,
                        verbose_name="about",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                ("title", models.CharField(max_length=300, verbose_name="title")),
                ("text", models.TextField(verbose_name="text")),
                ("rules", models.JSONField(default=list, verbose_name="rules that it cites")),
                ("title_words", models.TextField(verbose_name="words of the title")),
                ("words", models.TextField(verbose_name="words of the text")),
                (
                    "vector",
                    models.GeneratedField(
                        db_persist=True,
                        expression=CombinedSearchVector(
                            SearchVector("title_words", config="simple", weight="A"),
                            "||",
                            SearchVector("words", config="simple", weight="C"),
                            SearchConfig("simple"),
                        ),
                        output_field=SearchVectorField(),
                        verbose_name="index",
                    ),
                ),
            ],
            options={
                "verbose_name": "search entry",
                "verbose_name_plural": "search entries",
                "indexes": [GinIndex(fields=["vector"], name="findable_vector")],
                "constraints": [models.UniqueConstraint(fields=("about", "name", "language"), name="findable_once")],
            },
        ),
    ]
