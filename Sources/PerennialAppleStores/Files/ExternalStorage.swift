/// The form of the values in a column of bytes.
enum ExternalStorage {
  /// The values are the bytes in the row.
  case none
  /// All values look as if their first byte says where the rest is. No file confirms it.
  case guessed
  /// The first byte says where the rest is: a value names a file that the store has.
  case certain
}
