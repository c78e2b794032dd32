extension ModelLayout {
  /// Returns `true` if a key path refers to the model's identifier: `\.persistentModelID`, or
  /// `\.id` unless the model has an `id` of its own.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool { type.isIdentifier(keyPath) }
}

extension PersistentModel {
  fileprivate static func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    if keyPath == \Self.persistentModelID { return true }
    // A concrete model's key path refers to the default `id`, a generic function's to the
    // requirement.
    let defaultID: KeyPath<Self, PersistentIdentifier> = \Self.id
    let requirement: KeyPath<Self, Self.ID> = \Self.id
    return keyPath == defaultID || keyPath == requirement
  }
}
