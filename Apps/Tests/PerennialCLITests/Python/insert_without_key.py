"""Inserts a tag without a key into a store, with one tool after the other, and prints what each reports."""

import sqlite3
import sys

import duckdb
import pandas
import sqlalchemy
import sqlite_utils

import extension  # noqa: F401

path = sys.argv[1]
STATEMENT = "INSERT INTO Tag (name) VALUES ('Winter')"


def with_sqlite():
    with sqlite3.connect(path) as database:
        database.execute(STATEMENT)


def with_sqlite_utils():
    sqlite_utils.Database(path)["Tag"].insert({"name": "Winter"})


def with_sqlalchemy():
    with sqlalchemy.create_engine(f"sqlite:///{path}").begin() as connection:
        connection.execute(sqlalchemy.text(STATEMENT))


def with_pandas():
    with sqlite3.connect(path) as database:
        pandas.DataFrame({"name": ["Winter"]}).to_sql("Tag", database, if_exists="append", index=False)


def with_duckdb():
    duckdb.execute(f"ATTACH '{path}' AS book (TYPE sqlite)")
    duckdb.execute(STATEMENT.replace("Tag", "book.Tag"))


for insert in [with_sqlite, with_sqlite_utils, with_sqlalchemy, with_pandas, with_duckdb]:
    try:
        insert()
        print(insert.__name__, "has inserted a row")
    except Exception as error:
        print(insert.__name__, " ".join(str(error.__cause__ or error).split()))
