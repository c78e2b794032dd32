// Backing data of one class of a chain, seen as that of another.

extension BackingData {
  /// The same values for the class that an initialiser is of.
  public func _generateCurrentClassBackingData<CurrentClass: PersistentModel>()
    -> any BackingData<CurrentClass>
  {
    values(for: CurrentClass.self)
  }

  /// The same values for the superclass of a class.
  ///
  /// - Parameter givenType: The class whose initialiser passes them on.
  public func _superClassBackingData<SuperClass: PersistentModel>(
    of givenType: any PersistentModel.Type
  ) -> any BackingData<SuperClass> {
    values(for: SuperClass.self)
  }

  /// The values of the properties that both classes have.
  private func values<Other: PersistentModel>(for type: Other.Type) -> any BackingData<Other> {
    if let same = self as? any BackingData<Other> { return same }
    if let model = (self as? LiveBackingData<Model>)?.model as? Other {
      return LiveBackingData(of: model)
    }
    let own = ModelLayout.of(Model.self)
    let copy = DetachedBackingData<Other>(for: type)
    for property in ModelLayout.of(type).properties {
      guard let counterpart = own.property(named: property.name),
        let value = held(at: counterpart.keyPath)
      else { continue }
      copy.hold(value, at: property.keyPath)
    }
    return copy
  }

  private func held(at keyPath: AnyKeyPath) -> Any? {
    (self as? any HeldValues)?.values[keyPath]
  }
}
