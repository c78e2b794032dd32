#!/usr/bin/env bash
# The models that Django's inspectdb writes for two ordinary tables of SQLite fail Django's own check.
#
# Seen with Django 5.2.19 (Python 3.11, SQLite 3.40.1). Expected: models that pass `check`, or a comment at the lines to change,
# as inspectdb writes for types that it guesses. Seen: an INTEGER PRIMARY KEY, which cannot be NULL, gets null=True unless its
# column is called id (fields.E007). In a table with a composite key and a column pk, the class has two attributes pk. The
# column replaces the key (fields.E003), and the model has a key "id" that the table does not have.
#
# Prints the lines with pk, the errors, and the keys. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet Django==5.2.19
mkdir shop
touch shop/__init__.py
cat >settings.py <<'PYTHON'
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "app.db"}}
INSTALLED_APPS = ["shop"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PYTHON
python3 -c '
import sqlite3
sqlite3.connect("app.db").executescript("""
CREATE TABLE recipe (number INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE removed (kind TEXT NOT NULL, pk INTEGER NOT NULL, PRIMARY KEY (kind, pk));
""")'
export DJANGO_SETTINGS_MODULE=settings PYTHONPATH=.
touch shop/models.py
venv/bin/django-admin inspectdb >models.py
mv models.py shop/models.py
{
  grep -E '^class|(number|pk) = ' shop/models.py
  { venv/bin/django-admin check 2>&1 || true; } | grep -o 'shop\..*'
  venv/bin/python -c '
import django
django.setup()
from shop.models import Recipe, Removed
print(Recipe._meta.pk.name, Removed._meta.pk.name)'
} | tee seen
cat >expected <<'TEXT'
class Recipe(models.Model):
    number = models.AutoField(primary_key=True, blank=True, null=True)
class Removed(models.Model):
    pk = models.CompositePrimaryKey('kind', 'pk')
    pk = models.IntegerField()
shop.Recipe.number: (fields.E007) Primary keys must not have null=True.
shop.Removed.pk: (fields.E003) 'pk' is a reserved word that cannot be used as a field name.
number id
TEXT
cmp seen expected
