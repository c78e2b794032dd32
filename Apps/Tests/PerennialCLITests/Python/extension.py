"""Loads DuckDB's extension for SQLite from the package that has it, so that nothing is downloaded."""

import pathlib

import duckdb
import duckdb_extension_sqlite_scanner as package

for file in pathlib.Path(package.__file__).parent.rglob("*.duckdb_extension"):
    duckdb.execute(f"LOAD '{file}'")
