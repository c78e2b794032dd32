// Conversions of backing data between the classes of an inheritance chain.

extension BackingData {
  /// Returns the values as backing data of the class of an initialiser.
  public func _generateCurrentClassBackingData<CurrentClass: PersistentModel>()
    -> any BackingData<CurrentClass>
  {
    values(for: CurrentClass.self)
  }

  /// Returns the values as backing data of the superclass of a class.
  ///
  /// - Parameter givenType: The class whose initialiser passes the values on.
  public func _superClassBackingData<SuperClass: PersistentModel>(
    of givenType: any PersistentModel.Type
  ) -> any BackingData<SuperClass> {
    values(for: SuperClass.self)
  }

  /// Returns the values of the properties that both classes have.
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
