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

#endif
