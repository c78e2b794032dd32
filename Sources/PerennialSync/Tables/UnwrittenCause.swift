/// The reason why a row lacks something, as a number in the table.
enum UnwrittenCause: Int64 {
  /// SQLite has refused the row, because of a unique value that another row has, for example. It is written again after
  /// each change of the store.
  case constraint = 0
  /// The record has a form that no row can have. Another form of the record is written.
  case form = 1
  /// The row is written, without references that its fields cannot have. They are shown if the record or the schema
  /// changes.
  case misfit = 2
  /// The row is written, without values that its properties cannot have, such as a case of a later version of the app.
  case value = 3
}
