/// Identities for new objects: 63-bit numbers that ascend; see ``ClockedCounter``.
///
/// An object keeps the number for life: it is the row's primary key when it is saved. So a
/// temporary identifier equals its permanent successor and hashes like it, references between new
/// objects need no remapping, and rows lie in the file in the order of their creation.
///
/// Nothing else takes numbers here: objects that were made one after the other have consecutive
/// keys, and SQLite finds the row next to the last one without a search.
package enum IdentityGenerator {
  private static let counter = ClockedCounter()

  /// A number greater than all that this process was given before.
  package static func next() -> Int64 { counter.next() }
}
