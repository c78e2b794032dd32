/// A stored value that the type of its property cannot represent: a case of an enumeration that another
/// version of the program knows, JSON that cannot be decoded, a text that is not a URL.
///
/// The value stays in the store until the property is assigned. See
/// ``ModelContainer/unrepresentableValues``.
public struct UnrepresentableValue: Hashable, Sendable, CustomStringConvertible {
  /// The value that the property has in place of the stored one.
  public enum Reading: Hashable, Sendable {
    /// The property is optional and reads nil.
    case absent
    /// The property reads its declared default.
    case declaredDefault
    /// There is no value to read. Fetches leave the object out, relationships to one that lead to it read
    /// nil, and relationships to many do not have it.
    case leftOut
  }

  /// The object.
  public let identifier: PersistentIdentifier
  /// The name of the property.
  public let propertyName: String
  /// The stored value as a text, such as `archived` or `7`; of data the hexadecimal digits. Of a long one the
  /// beginning.
  public let storedValue: String
  /// The value that is read.
  public let reading: Reading
  /// The reason why the value cannot be represented.
  public let reason: String

  init(
    _ stored: SQLValue, of property: PropertyLayout, in table: GraphTable, _ rowID: Int64,
    _ error: SwiftDataError
  ) {
    identifier = table.identifier(rowID)
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

  /// The value, its effect, and the ways to get rid of it.
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
        declare the property optional or with a default, replace the value by \
        ModelContext.update(model:where:setting:), or delete the object by \
        ModelContext.delete(model:where:includeSubclasses:)
        """
      }
    return """
      \(place) holds “\(storedValue)”, which cannot be represented (\(reason)); \(effect). The value stays \
      in the store. Use a version of the program that knows it, or \(ways)
      """
  }
}

/// The values that the contexts of a container have met and cannot represent.
final class UnrepresentableValues: Sendable {
  /// A value, and its place in a store.
  struct Entry: Sendable {
    let value: UnrepresentableValue
    let stored: SQLValue
    let store: Int
    let rowID: Int64
    let table: String
    let column: String
  }

  private struct Place: Hashable {
    let identifier: PersistentIdentifier
    let propertyName: String
  }

  private struct Kind: Hashable {
    let entityName: String
    let propertyName: String
    let value: String
  }

  private struct State {
    var entries: [Place: Entry] = [:]
    var logged: Set<Kind> = []
  }

  /// The greatest number of values that are remembered, and of those that are logged.
  private static let limit = 1000

  private let state = Guarded(State())

  /// Remembers a value, and logs it if it is the first of its entity and property.
  func note(_ entry: Entry) {
    let value = entry.value
    let place = Place(identifier: value.identifier, propertyName: value.propertyName)
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

  /// The values that are still in their stores, by their entities, keys and properties.
  ///
  /// - Parameter isThere: Returns whether a store has a value still.
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

extension ModelContainer {
  /// The stored values that contexts of the container have met and that the types of their properties cannot
  /// represent: the first 1,000, without those that have been replaced or deleted since.
  ///
  /// A fetch does not fail for such a value. An optional property reads nil, one with a declared default
  /// the default, and an object with another one is left out. Each kind of value is logged once.
  ///
  /// ```swift
  /// for value in container.unrepresentableValues { print(value) }
  /// ```
  ///
  /// O(n) queries for n values.
  public final var unrepresentableValues: [UnrepresentableValue] {
    coordinator.unrepresentable.all { entry in
      let store = coordinator.stores[entry.store]
      do {
        let connection = try store.lendReader()
        defer { store.takeBack(connection) }
        return try connection.exclusively {
          var stored: SQLValue?
          try connection.rows(
            "SELECT \(SQLName.quoted(entry.column)) FROM \(SQLName.quoted(entry.table)) WHERE _pk = ?",
            [.integer(entry.rowID)]
          ) { stored = $0.value() }
          return stored == entry.stored
        }
      } catch {
        // A store that cannot be read at the moment says nothing about the value.
        return true
      }
    }
  }
}
