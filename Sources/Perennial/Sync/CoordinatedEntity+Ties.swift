extension CoordinatedEntity {
  /// Returns the objects that reference an object, or have it in a collection, with these properties.
  package func owners(of key: Int64, on connection: Connection) throws -> ChangeSet {
    var owners = ChangeSet()
    for tie in links.ties {
      owners.changes[tie.entityName, default: .init()].updated += try connection.integers(
        tie.sql, [.integer(key)]
      ).map { .init(rowID: $0, mask: tie.mask) }
    }
    return owners
  }
}
