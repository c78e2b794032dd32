/// A stored value that the type of its property cannot represent, such as an enumeration case of another
/// version of the program, JSON that cannot be decoded, or a text that is not a URL.
///
/// The value stays in the store until the property is assigned. See
/// ``ModelContainer/unrepresentableValues``.
///
/// ```swift
/// for value in container.unrepresentableValues { print(value.propertyName, value.storedValue) }
/// ```
public struct UnrepresentableValue: Hashable, Sendable, CustomStringConvertible {
  /// The value that the property has in place of the stored one.
  public enum Reading: Hashable, Sendable {
    /// The property is optional and reads nil.
    case absent
    /// The property reads its declared default.
    case declaredDefault
    /// There is no value to read. Fetches leave the object out, to-one relationships that reference it read
    /// nil, and to-many relationships do not contain it.
    case leftOut
  }

  /// The object.
  public let identifier: PersistentIdentifier
  /// The name of the property.
  public let propertyName: String
  /// The stored value as a text, such as `archived` or `7`. Data is shown in hexadecimal digits. A long
  /// text is truncated to 80 characters, and long data to 16 bytes.
  public let storedValue: String
  /// The value that is read.
  public let reading: Reading
  /// The reason why the value cannot be represented.
  public let reason: String

  init(
    _ stored: SQLValue, of property: PropertyLayout, in entity: ContainerEntity, rowID: Int64,
    error: SwiftDataError
  ) {
    identifier = entity.identifier(rowID)
    propertyName = property.name
    storedValue = Self.excerpt(of: stored)
    reason = error.explanation
    reading =
      switch property.substitute {
      case .absence: .absent
      case .declaredDefault: .declaredDefault
      case nil: .leftOut
      }
  }

  private static func excerpt(of value: SQLValue) -> String {
    guard case .text(let text) = value else { return value.description }
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }

  /// A description of the value, its effect, and the ways to replace it.
  public var description: String {
    let place =
      "\(identifier.entityName).\(propertyName) of \(identifier.rowID.map { "\($0)" } ?? "?")"
    let effect =
      switch reading {
      case .absent: "the property reads nil"
      case .declaredDefault: "the property reads its default"
      case .leftOut: "fetches leave the object out"
      }
    let ways =
      switch reading {
      case .absent, .declaredDefault: "assign the property to replace the value"
      case .leftOut:
        """
        declare the property optional or with a default, replace the value with \
        ModelContext.update(model:where:setting:), or delete the object with \
        ModelContext.delete(model:where:includeSubclasses:)
        """
      }
    return """
      \(place) holds “\(storedValue)”, which cannot be represented (\(reason)); \(effect). The value stays \
      in the store. Use a version of the program that knows the value, or \(ways)
      """
  }
}

/// The values that contexts of a container have read and cannot represent.
final class UnrepresentableValues: Sendable {
  /// A value, and its location in a store.
  struct Entry: Sendable {
    let value: UnrepresentableValue
    let stored: SQLValue
    let store: Int
    let rowID: Int64
    let table: String
    let column: String
  }

  private struct Key: Hashable {
    let identifier: PersistentIdentifier
    let propertyName: String
  }

  private struct Kind: Hashable {
    let entityName: String
    let propertyName: String
    let value: String
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var logged: Set<Kind> = []
  }

  /// The greatest number of values that are recorded, and of values that are logged.
  private static let limit = 1000

  private let state = Guarded(State())

  /// Records a value, and logs it if its entity and property have not had an equal value before.
  func note(_ entry: Entry) {
    let value = entry.value
    let place = Key(identifier: value.identifier, propertyName: value.propertyName)
    let kind = Kind(
      entityName: value.identifier.entityName, propertyName: value.propertyName,
      value: value.storedValue)
    let isNew = state.withLock { state in
      if state.entries.count < Self.limit || state.entries[place] != nil {
        state.entries[place] = entry
      }
      return state.logged.count < Self.limit && state.logged.insert(kind).inserted
    }
    if isNew { Log.context.error("\(value)") }
  }

  /// Returns the values that are still in their stores, sorted by entity, key and property.
  ///
  /// - Parameter isThere: A closure that returns `true` if a store still has a value.
  func all(where isThere: (Entry) -> Bool) -> [UnrepresentableValue] {
    // Not under the lock: the check reads the stores.
    let entries = state.withLock { Array($0.entries.values) }
    let present = entries.filter(isThere)
    return present.sorted {
      ($0.value.identifier.entityName, $0.rowID, $0.value.propertyName)
        < ($1.value.identifier.entityName, $1.rowID, $1.value.propertyName)
    }.map(\.value)
  }
}
