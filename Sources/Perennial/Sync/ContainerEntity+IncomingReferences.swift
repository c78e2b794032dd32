extension ContainerEntity {
  /// Returns the objects that reference an object, or have it in a collection, with these properties.
  package func owners(of key: Int64, on connection: Connection) throws -> ChangeSet {
    var owners = ChangeSet()
    for reference in links.incomingReferences {
      owners.changes[reference.entityName, default: .init()].updated += try connection.integers(
        reference.sql, [.integer(key)]
      ).map { .init(rowID: $0, mask: reference.mask) }
    }
    return owners
  }
}
