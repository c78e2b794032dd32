import Foundation

/// A snapshot that holds the values of all properties of a model, by their names.
// Sendable: constants. Attributes are values. An attribute of a reference type must not be changed
// while it is shared, as everywhere in a model.
public struct DefaultSnapshot: DataStoreSnapshot, @unchecked Sendable {
  /// The value of a property in a snapshot.
  enum Value {
    /// The value of an attribute.
    case attribute(any Codable)
    case toOne(PersistentIdentifier?)
    case toMany([PersistentIdentifier])
  }

  /// The identifier of the object.
  public let persistentIdentifier: PersistentIdentifier
  /// The values of the properties, by name.
  let values: [String: Value]

  init(_ persistentIdentifier: PersistentIdentifier, _ values: [String: Value]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  /// Copies the values of an object. The snapshot has all properties of the object's own class.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    // A snapshot has all properties of the object's own class, even if the backing data is of a
    // superclass.
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

  /// Returns a copy for another identifier, in which related objects have their new identifiers.
  ///
  /// ```swift
  /// func stored(
  ///   _ snapshot: DefaultSnapshot, _ permanent: [PersistentIdentifier: PersistentIdentifier]
  /// ) -> DefaultSnapshot {
  ///   let identifier = snapshot.persistentIdentifier
  ///   return snapshot.copy(
  ///     persistentIdentifier: permanent[identifier] ?? identifier, remappedIdentifiers: permanent)
  /// }
  /// ```
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
  /// Returns the snapshot's value for a property; nil if the property is not stored.
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

  /// Returns the value of an attribute. A nil attribute is a value too. So there is no dynamic cast to
  /// `Codable`, which would unwrap the optional.
  private func attribute(_ property: PropertyLayout) -> (any Codable)? {
    func open<Value: Codable>(_ type: Value.Type) -> (any Codable)? {
      let keyPath = ModelLayout.of(Model.self).keyPath(of: property)
      guard let keyPath = keyPath as? KeyPath<Model, Value> else { return nil }
      return getTransformableValue(forKey: keyPath) as Value
    }
    guard let type = property.valueType as? any Codable.Type else { return nil }
    return open(type)
  }

  /// Returns the data of a transformable attribute.
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
      Log.model.error("\(Model.self).\(property.name) was omitted from a snapshot: \(error)")
      return nil
    }
  }
}

/// Backing data that returns the identifiers of related objects without loading the objects.
private protocol LinkReading {
  func target(of property: PropertyLayout) -> PersistentIdentifier?
  func members(of property: PropertyLayout) -> [PersistentIdentifier]
}

extension LiveBackingData: LinkReading {
  fileprivate func target(of property: PropertyLayout) -> PersistentIdentifier? {
    guard let model = model?.original else { return nil }
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
    return InverseMaintainer.currentMembers(of: model, property.index).map(\.persistentModelID)
  }
}
