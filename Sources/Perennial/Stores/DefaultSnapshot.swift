import Foundation

/// A snapshot that holds whatever a model has, by the names of its properties.
// Sendable: constants. Attributes are values; who stores a reference type in one shares it with
// nobody who changes it, as everywhere in a model.
public struct DefaultSnapshot: DataStoreSnapshot, @unchecked Sendable {
  /// What a snapshot holds of a property.
  enum Value {
    /// The value of an attribute.
    case attribute(any Codable)
    case toOne(PersistentIdentifier?)
    case toMany([PersistentIdentifier])
  }

  public let persistentIdentifier: PersistentIdentifier
  /// By the name of the property.
  let values: [String: Value]

  init(_ persistentIdentifier: PersistentIdentifier, _ values: [String: Value]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    // An object's snapshot has all that the object has, whichever class it is seen as.
    if let object = (backingData as? any ObjectValues)?.object {
      self.init(object.liveBackingData)
    } else {
      self.init(backingData)
    }
  }

  private init<Source: BackingData>(_ source: Source) {
    let layout = ModelLayout.of(Source.Model.self)
    persistentIdentifier =
      source.persistentModelID
      ?? PersistentIdentifier(
        storeIdentifier: nil, entityName: layout.entityName, key: .row(IdentityGenerator.next()))
    var values: [String: Value] = [:]
    for property in layout.properties {
      if let value = source.snapshotValue(of: property) { values[property.name] = value }
    }
    self.values = values
  }

  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    guard let remappedIdentifiers, !remappedIdentifiers.isEmpty else {
      return DefaultSnapshot(persistentIdentifier, values)
    }
    return DefaultSnapshot(
      persistentIdentifier,
      values.mapValues { value in
        switch value {
        case .attribute: value
        case .toOne(let target): .toOne(target.map { remappedIdentifiers[$0] ?? $0 })
        case .toMany(let targets):
          .toMany(targets.map { remappedIdentifiers[$0] ?? $0 })
        }
      })
  }
}

// MARK: - Reading objects

extension BackingData {
  /// What a snapshot holds of a property; nil if it is not stored.
  fileprivate func snapshotValue(of property: PropertyLayout) -> DefaultSnapshot.Value? {
    switch property.kind {
    case .attribute:
      if property.column == nil { return nil }
      if property.attribute?.isTransformable == true { return data(of: property) }
      return attribute(property).map { .attribute($0) }
    case .toOne:
      if let live = self as? any LinkReading { return .toOne(live.target(of: property)) }
      return .toOne((anyValue(of: property) as? any PersistentModel)?.persistentModelID)
    case .toMany:
      if let live = self as? any LinkReading { return .toMany(live.members(of: property)) }
      let members = anyValue(of: property) as? [any PersistentModel] ?? []
      return .toMany(members.map(\.persistentModelID))
    }
  }

  /// The value of an attribute. One that is nil is a value too; hence no dynamic cast to `Codable`,
  /// which would look for what is in it.
  private func attribute(_ property: PropertyLayout) -> (any Codable)? {
    func open<Value: Codable>(_ type: Value.Type) -> (any Codable)? {
      let keyPath = ModelLayout.of(Model.self).keyPath(of: property)
      guard let keyPath = keyPath as? KeyPath<Model, Value> else { return nil }
      return getTransformableValue(forKey: keyPath) as Value
    }
    guard let type = property.valueType as? any Codable.Type else { return nil }
    return open(type)
  }

  /// The value of a transformable attribute.
  private func data(of property: PropertyLayout) -> DefaultSnapshot.Value? {
    let names = property.attribute?.options.lazy.compactMap(\.transformerName)
    guard let name = names?.first, var content = anyValue(of: property) else { return nil }
    if let optional = content as? any OptionalValue {
      guard let unwrapped = optional.unwrapped else { return .attribute(Data?.none) }
      content = unwrapped
    }
    do {
      return .attribute(try Transformation(name: name).data(of: content))
    } catch {
      Log.model.error("\(Model.self).\(property.name) is left out of a snapshot: \(error)")
      return nil
    }
  }
}

/// Backing data that knows where relationships lead without loading what is there.
private protocol LinkReading {
  func target(of property: PropertyLayout) -> PersistentIdentifier?
  func members(of property: PropertyLayout) -> [PersistentIdentifier]
}

extension LiveBackingData: LinkReading {
  fileprivate func target(of property: PropertyLayout) -> PersistentIdentifier? {
    guard let model else { return nil }
    let state = model.toOne(property.index)
    if state.rowID == 0 { return nil }
    if let target = state.model as? any PersistentModel { return target.persistentModelID }
    guard let graph = model._$header.pointee.graph,
      let table = graph.destination(of: model, property.index)
    else { return nil }
    return graph.identifier(state.rowID, table)
  }

  fileprivate func members(of property: PropertyLayout) -> [PersistentIdentifier] {
    guard let model else { return [] }
    return RelationshipUpkeep.currentMembers(of: model, property.index).map(\.persistentModelID)
  }
}
