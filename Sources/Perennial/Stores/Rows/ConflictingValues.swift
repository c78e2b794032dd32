/// A value that a save compares, in three versions: the original value of this context, its current value,
/// and the value in the store.
struct ConflictingValues {
  var snapshot: SQLValue?
  var object: SQLValue?
  var stored: SQLValue?
}

extension MergeConflict {
  /// Creates a conflict about a whole object.
  init(_ kind: Kind, _ identifier: PersistentIdentifier) {
    self.kind = kind
    self.identifier = identifier
    propertyName = nil
    snapshotValue = nil
    objectValue = nil
    storedValue = nil
  }

  /// Creates a conflict about a property.
  init(
    _ kind: Kind, rowID: Int64, property: PropertyLayout,
    of containerEntity: ContainerEntity, values: ConflictingValues, in entities: StoreEntities,
    on connection: Connection
  ) throws {
    self.kind = kind
    identifier = containerEntity.identifier(rowID)
    propertyName = property.name
    func program(_ value: SQLValue?) throws -> (any Sendable)? {
      guard property.isToOne else {
        return try containerEntity.table.program(value, property, on: connection)
      }
      guard case .integer(let rowID)? = value else { return nil }
      return containerEntity.links.destinations[property.index].map {
        entities[$0].identifier(rowID)
      }
    }
    snapshotValue = try program(values.snapshot)
    objectValue = try program(values.object)
    storedValue = try program(values.stored)
  }
}

extension SwiftDataError {
  /// Returns the error of a save that found conflicts.
  static func mergeConflict(_ conflicts: [MergeConflict]) -> SwiftDataError {
    var identifiers: [PersistentIdentifier] = []
    for conflict in conflicts where identifiers.last != conflict.identifier {
      identifiers.append(conflict.identifier)
    }
    let shown = conflicts.prefix(10).map(\.description).joined(separator: "; ")
    let rest = conflicts.count > 10 ? "; and \(conflicts.count - 10) more" : ""
    return mergeConflict.because("\(shown)\(rest)", identifiers).naming(conflicts)
  }
}
