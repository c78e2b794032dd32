/// The row keys of a custom store's objects. Such a store has keys of its own kind, and contexts
/// identify objects by numbers.
///
/// All containers of a process that open one store share its directory. So an identifier has the same
/// number in all of them.
final class IdentifierMap: Sendable {
  private struct Name: Hashable {
    let entityName: String
    let key: PersistentIdentifier.Key
  }

  private struct Names {
    var rowIDs: [Name: Int64] = [:]
    var identifiers: [Int64: PersistentIdentifier] = [:]
  }

  let storeIdentifier: String
  private let names = Guarded(Names())

  private init(_ storeIdentifier: String) { self.storeIdentifier = storeIdentifier }

  // MARK: Directories

  private static let all = Guarded<[String: Weak<IdentifierMap>]>([:])

  /// Returns the directory of a store.
  static func of(_ storeIdentifier: String) -> IdentifierMap {
    all.withLock { all in
      if let known = all[storeIdentifier]?.object { return known }
      all = all.filter { $0.value.object != nil }
      let directory = IdentifierMap(storeIdentifier)
      all[storeIdentifier] = Weak(directory)
      return directory
    }
  }

  /// Returns the row key by which a fetch finds the object with an identifier; nil if there is none.
  static func rowID(of identifier: PersistentIdentifier) -> Int64? {
    guard let store = identifier.storeIdentifier,
      let directory = all.withLock({ $0[store]?.object })
    else { return identifier.rowID }
    return directory.knownRowID(of: identifier)
  }

  // MARK: Rows

  /// Returns the row key of an identifier. Assigns one if there is none yet.
  ///
  /// - Parameter isExact: `true` if the identifier has the name of the object's own entity, as the
  ///   store's identifiers do. A program may look for an object by the name of a superclass.
  func rowID(of identifier: PersistentIdentifier, isExact: Bool = false) -> Int64 {
    if identifier.isTemporary, let rowID = identifier.rowID { return rowID }
    return names.withLock { names in
      let name = Name(entityName: identifier.entityName, key: identifier.key)
      let known = names.rowIDs[name]
      if let known, !isExact { return known }
      let rowID = known ?? Self.ownRowID(of: identifier) ?? IdentityGenerator.next()
      names.rowIDs[name] = rowID
      if isExact || names.identifiers[rowID] == nil { names.identifiers[rowID] = identifier }
      return rowID
    }
  }

  /// Returns the key that a default store has assigned, for a custom store that keeps its objects in a
  /// default store. Smaller numbers are the custom store's own keys, and may be those of several
  /// entities.
  private static func ownRowID(of identifier: PersistentIdentifier) -> Int64? {
    identifier.rowID.flatMap { $0 >= 1 << 40 ? $0 : nil }
  }

  /// Returns the row key of an identifier; nil if it has none.
  func knownRowID(of identifier: PersistentIdentifier) -> Int64? {
    if identifier.isTemporary { return identifier.rowID }
    let name = Name(entityName: identifier.entityName, key: identifier.key)
    return names.withLock { $0.rowIDs[name] }
  }

  /// Records the permanent identifier of a new object.
  func assign(_ identifier: PersistentIdentifier, to rowID: Int64) {
    names.withLock { names in
      names.rowIDs[Name(entityName: identifier.entityName, key: identifier.key)] = rowID
      names.identifiers[rowID] = identifier
    }
  }

  /// Removes the permanent identifier of a row's object.
  func forget(_ rowID: Int64) {
    names.withLock { names in
      guard let identifier = names.identifiers.removeValue(forKey: rowID) else { return }
      names.rowIDs[Name(entityName: identifier.entityName, key: identifier.key)] = nil
    }
  }

  /// Returns `true` if a row's object has a permanent identifier.
  func isPermanent(_ rowID: Int64) -> Bool { names.withLock { $0.identifiers[rowID] != nil } }

  /// Returns the identifier of a row: temporary until the store has assigned a permanent one.
  func identifier(_ rowID: Int64, _ temporary: IdentifierOrigin) -> PersistentIdentifier {
    names.withLock { $0.identifiers[rowID] } ?? PersistentIdentifier(temporary, rowID)
  }
}
