/// A conflict between a change of a save and a remote change to the same object.
///
/// ``SwiftDataError/conflicts`` lists the conflicts of a save.
///
/// ```swift
/// context.mergePolicy = .error
/// do {
///   try context.save()
/// } catch let error as SwiftDataError where error == .mergeConflict {
///   for conflict in error.conflicts { print(conflict.propertyName ?? "the object", conflict.kind) }
/// }
/// ```
// Sendable: the properties are constants. The values are attribute values, which were decoded for this
// conflict alone and are not shared.
public struct MergeConflict: @unchecked Sendable {
  /// The two changes that conflict.
  public enum Kind: String, Sendable {
    /// A property was changed in this context and elsewhere.
    case changedInBoth
    /// An object was changed in this context and deleted elsewhere.
    case deletedInStore
    /// An object was deleted in this context and changed elsewhere. There is one conflict for each changed
    /// property.
    case deletedInContext
    /// A new object has a unique value that another row has already. There is one conflict for each
    /// property that differs, and one for each unique property.
    case uniqueValueTaken
  }

  /// The kind of conflict.
  public let kind: Kind
  /// The identifier of the object; the identifier of the row if a unique value was taken.
  public let identifier: PersistentIdentifier
  /// The name of the property; nil if the conflict is about the object as a whole.
  public let propertyName: String?
  /// The value from which this context changed the property. References are `PersistentIdentifier`s.
  ///
  /// Nil if the value was nil, and for a value in an external file that no longer exists, because another
  /// save has replaced it.
  public let snapshotValue: (any Sendable)?
  /// The value in this context.
  public let objectValue: (any Sendable)?
  /// The value in the store. Nil if the value is nil or not a value of the property's type.
  public let storedValue: (any Sendable)?
}

extension MergeConflict: CustomStringConvertible {
  /// The object, the property and the three values, as a part of a sentence: `Recipe 34.title was changed …`.
  public var description: String {
    let name = "\(identifier.entityName) \(identifier.rowID ?? 0)"
    func text(_ value: (any Sendable)?) -> String { value.map { "\($0)" } ?? "nil" }
    guard let propertyName else {
      return "\(name) was changed here and deleted elsewhere"
    }
    let property = "\(name).\(propertyName)"
    switch kind {
    case .deletedInStore: return "\(name) was changed here and deleted elsewhere"
    case .deletedInContext:
      return """
        \(name) was deleted here, and its \(propertyName) changed elsewhere from \
        \(text(snapshotValue)) to \(text(storedValue))
        """
    case .uniqueValueTaken:
      return """
        \(property) is \(text(objectValue)) in the new object and \(text(storedValue)) in the row \
        that has its unique value
        """
    case .changedInBoth:
      return """
        \(property) was \(text(snapshotValue)), is \(text(objectValue)) here and \
        \(text(storedValue)) in the store
        """
    }
  }
}
