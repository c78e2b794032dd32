/// A new value for a property of many objects; see ``ModelContext/update(model:where:setting:)``.
public struct PropertyUpdate<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let value: Any
  let assign: (Model) -> Void

  /// Returns an update that assigns a value to an attribute.
  ///
  /// ```swift
  /// try context.update(
  ///   model: Recipe.self, where: #Predicate { $0.rating == 0 },
  ///   setting: [.set(\.rating, to: 3), .set(\.isFavourite, to: false)])
  /// ```
  public static func set<Value>(
    _ keyPath: ReferenceWritableKeyPath<Model, Value>, to value: Value
  ) -> PropertyUpdate {
    PropertyUpdate(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }
}
