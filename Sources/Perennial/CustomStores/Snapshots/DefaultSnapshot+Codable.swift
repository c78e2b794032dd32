import Foundation

extension DefaultSnapshot {
  /// Encodes the identifier and the values, by the names of their properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let key = DataStoreSnapshotCodingKey.modeledProperty(name)
      switch value {
      case .attribute(let value): try container.encode(value, forKey: key)
      case .toOne(let target): try container.encode(target, forKey: key)
      case .toMany(let targets): try container.encode(targets, forKey: key)
      }
    }
  }

  /// Decodes a snapshot of an entity that some container of this process has. The types of the values
  /// are those of the entity's properties.
  ///
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` for another entity.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    let identifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    guard let layout = KnownEntities.layout(named: identifier.entityName) else {
      throw SwiftDataError.unknownDataStoreSchema.because(
        """
        a snapshot of \(identifier.entityName) was not decoded: no open container has a schema \
        with this entity. Open a container first
        """, [identifier])
    }
    var values: [String: Value] = [:]
    for property in layout.properties {
      let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
      guard container.contains(key) else { continue }
      switch property.kind {
      case .attribute:
        guard property.column != nil else { continue }
        values[property.name] = try container.attribute(property, forKey: key)
      case .toOne:
        values[property.name] = .toOne(
          try container.decodeIfPresent(PersistentIdentifier.self, forKey: key))
      case .toMany:
        values[property.name] = .toMany(
          try container.decodeIfPresent([PersistentIdentifier].self, forKey: key) ?? [])
      }
    }
    self.init(identifier, values)
  }

  /// Creates a default snapshot with the values of a store's own snapshot type.
  ///
  /// - Throws: Any error that the snapshot throws when it is encoded; ``SwiftDataError/storeFailure``
  ///   if it does not use the keys of ``DataStoreSnapshotCodingKey``.
  init(_ snapshot: some DataStoreSnapshot) throws {
    if let snapshot = snapshot as? DefaultSnapshot {
      self = snapshot
      return
    }
    let text = try JSONColumn.encode(snapshot)
    do {
      self = try JSONColumn.decode(DefaultSnapshot.self, from: text)
    } catch let error as DecodingError {
      throw SwiftDataError.storeFailure.because(
        """
        a \(type(of: snapshot)) could not be decoded with the keys of DataStoreSnapshotCodingKey: \
        \(error); “\(text.prefix(200))”
        """, [snapshot.persistentIdentifier])
    }
  }
}

extension KeyedDecodingContainer<DataStoreSnapshotCodingKey> {
  fileprivate func attribute(
    _ property: PropertyLayout, forKey key: DataStoreSnapshotCodingKey
  ) throws -> DefaultSnapshot.Value? {
    func open<Value: Codable>(_ type: Value.Type) throws -> any Codable {
      try decode(type, forKey: key)
    }
    if property.attribute?.isTransformable == true {
      return .attribute(try decodeIfPresent(Data.self, forKey: key))
    }
    guard let type = property.valueType as? any Codable.Type else { return nil }
    return .attribute(try open(type))
  }
}

/// The entities of all containers that were opened in this process, by name. A decoded snapshot has the
/// name of its entity, and no other description of it.
enum KnownEntities {
  private static let known = Guarded<[String: ModelLayout]>([:])

  /// Adds the entities of a container. The last model with a name replaces the earlier ones. The models
  /// of a schema's versions may share names.
  static func add(_ layouts: [ModelLayout]) {
    known.withLock { known in
      for layout in layouts { known[layout.entityName] = layout }
    }
  }

  static func layout(named name: String) -> ModelLayout? { known.withLock { $0[name] } }
}
