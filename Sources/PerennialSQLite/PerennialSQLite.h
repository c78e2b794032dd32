#ifndef PERENNIAL_SQLITE_H
#define PERENNIAL_SQLITE_H

#include <sqlite3.h>

/// Makes a connection treat text in double quotes as a name only, never as a string literal.
///
/// A misspelt column name is then an error instead of a constant. `sqlite3_db_config` is variadic,
/// and Swift cannot call it. SQLite before 3.29 has no such option.
static inline void perennial_disable_string_literals_in_double_quotes(sqlite3 *connection) {
#ifdef SQLITE_DBCONFIG_DQS_DDL
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
#endif
}

/// Prepares a connection for a file that other software wrote and that is only read: its schema can call no function with
/// effects, and SQLite does not move the write-ahead log into the file when the connection ends.
///
/// An option that the library does not have is left out.
static inline void perennial_read_foreign_file(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (void *)0);
#ifdef SQLITE_DBCONFIG_DEFENSIVE
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (void *)0);
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (void *)0);
#endif
}

/// Switches the triggers of a connection's files on or off. Its temporary triggers stay on.
///
/// Returns 1 if the setting is as wanted. SQLite before 3.35 switches temporary triggers off too: for it, the file's
/// triggers stay on.
static inline int perennial_set_triggers(sqlite3 *connection, int isOn) {
  int setting = 1;
  if (!isOn && sqlite3_libversion_number() < 3035000) return 0;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn, &setting) == SQLITE_OK && setting == isOn;
}

#endif
