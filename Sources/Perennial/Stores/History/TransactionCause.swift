/// The origin of the changes of a transaction, as the history records it. Only changes by the user and by
/// imports are edits.
package enum TransactionCause: String, Sendable {
  /// A save or a batch of the program, or an erasure.
  case user
  /// A catalog of presets: its values, updates, resets and merges.
  case catalog
  /// Changes that another store has sent.
  case remote
  /// Objects of a document.
  case `import`
  /// The code of a migration.
  case migration
  /// The restoration of a backup.
  case restore
}
