import Foundation

// The conversion of snapshots to objects.

extension DefaultSnapshot {
  /// Returns a new object with the snapshot's attributes, and the key of its identifier.
  func model() throws -> any PersistentModel {
    guard let layout = KnownEntities.layout(named: persistentIdentifier.entityName) else {
      throw SwiftDataError.unknownDataStoreSchema.because(
        "there is no entity \(persistentIdentifier.entityName)", [persistentIdentifier])
    }
    func make<Model: PersistentModel>(_ type: Model.Type) throws -> any PersistentModel {
      let data = DetachedBackingData<Model>(for: type)
      for (property, value) in try attributes(layout) { data.hold(value, at: property.keyPath) }
      return Model(backingData: data)
    }
    let model = try make(layout.type)
    if let rowID = persistentIdentifier.rowID { model._$header.pointee.rowID = rowID }
    return model
  }

  /// Sets an object's attributes to those of the snapshot.
  func apply(to model: any PersistentModel) throws {
    for (property, value) in try attributes(ModelLayout.of(type(of: model))) {
      model.setSlot(at: property.keyPath, value)
    }
  }

  /// Returns the values of the attributes, in the form in which objects have them.
  private func attributes(_ layout: ModelLayout) throws -> [(PropertyLayout, Any)] {
    try layout.properties.compactMap { property in
      guard case .attribute(let value)? = values[property.name] else { return nil }
      return (property, try DefaultSnapshot.content(of: value, property))
    }
  }

  /// Sets an object's relationships to those of the snapshot.
  ///
  /// - Parameter find: Returns the object with an identifier; nil if there is none.
  func link(
    _ model: any PersistentModel,
    _ find: (PersistentIdentifier) throws -> (any PersistentModel)?
  ) throws {
    for property in ModelLayout.of(type(of: model)).properties {
      switch values[property.name] {
      case .toOne(let target)?:
        let target = try target.flatMap(find)
        // Setting the same target again would move the object behind its siblings.
        if model.toOne(property.index).rowID == target?._$header.pointee.rowID ?? 0 { continue }
        model.setSlot(at: property.keyPath, target as Any)
      case .toMany(let members)?:
        let models = try members.compactMap(find)
        let present = InverseMaintainer.currentMembers(of: model, property.index)
        if models.elementsEqual(present, by: { $0 === $1 }) { continue }
        model.setSlot(at: property.keyPath, models as Any)
      default: continue
      }
    }
  }
}

extension DefaultSnapshot {
  /// Returns the object's value for a snapshot's value. The data of a transformable attribute is
  /// transformed back.
  fileprivate static func content(
    of value: any Codable, _ property: PropertyLayout
  ) throws -> Any {
    guard let attribute = property.attribute, attribute.isTransformable,
      let name = attribute.options.lazy.compactMap(\.transformerName).first
    else { return value }
    let data = (value as? any OptionalValue).map { $0.unwrapped } ?? value
    guard let data = data as? Data else { return value }
    func open<Value>(_ type: Value.Type) throws -> Any {
      try Transformation(name: name).value(type, from: data)
    }
    let type = property.valueType
    let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
    return try _openExistential(wrapped, do: open)
  }
}

extension PersistentModel {
  /// The object as backing data.
  var liveBackingData: any BackingData<Self> { LiveBackingData(of: self) }
}

extension DataStoreSnapshot {
  /// Sets the values of an object, given as its backing data, to those of the snapshot.
  ///
  /// - Returns: `true` if all values were set. The backing data must be of the snapshot's entity.
  ///   Relationships can be set only for an object in a context.
  public func _applyToBackingData(_ backingData: any BackingData) -> Bool {
    func open<Backing: BackingData>(_ data: Backing) throws -> Bool {
      let snapshot = try DefaultSnapshot(self)
      let object = (data as? any ObjectValues)?.object
      let layout = ModelLayout.of(object.map { type(of: $0) } ?? Backing.Model.self)
      guard layout.entityName == persistentIdentifier.entityName else { return false }
      if let model = object {
        try snapshot.apply(to: model)
        guard let graph = model._$header.pointee.graph else { return layout.relationships.isEmpty }
        try snapshot.link(model) { try graph.reader.model(for: $0) }
        return true
      }
      for property in layout.properties {
        guard case .attribute(let value)? = snapshot.values[property.name] else { continue }
        let content = try DefaultSnapshot.content(of: value, property)
        func set<Value>(_ type: Value.Type) -> Bool {
          guard let keyPath = layout.keyPath(of: property) as? KeyPath<Backing.Model, Value>,
            let content = content as? Value
          else { return false }
          data.setTransformableValue(forKey: keyPath, to: content)
          return true
        }
        guard _openExistential(property.valueType, do: set) else { return false }
      }
      return layout.relationships.isEmpty
    }
    do {
      return try open(backingData)
    } catch {
      Log.model.error("a snapshot was not applied: \(error)")
      return false
    }
  }
}
