/// A query for the objects of one entity, without those of its subentities.
public struct RowQuery: Sendable {
  /// The name of the entity.
  public var entity: String
  /// The condition that objects meet; nil for all objects.
  public var filter: RowFilter?
  /// A text that one of the text attributes contains. Case and diacritics do not matter. Empty for all objects.
  public var search = ""
  /// The property by which the objects are sorted; nil for the order of their keys.
  public var sort: String?
  /// `true` to sort in descending order.
  public var isDescending = false

  /// Creates a query for all objects of an entity, in the order of their keys.
  ///
  /// ```swift
  /// var query = RowQuery(entity: "Recipe")
  /// query.filter = try store.filter("minutes < 30", of: "Recipe")
  /// query.sort = "title"
  /// ```
  public init(entity: String) { self.entity = entity }
}

/// Consecutive objects of a query.
public struct RowWindow: Sendable {
  /// The place of a window among the objects of a query.
  public enum Start: Hashable, Sendable {
    /// The first objects.
    case first
    /// The last objects.
    case last
    /// The objects after the one with a key.
    case after(Int64)
    /// The objects before the one with a key.
    case before(Int64)
  }

  /// The objects, in the order of the query.
  public let rows: [RowExcerpt]
  /// `true` if there are objects before the window.
  public let hasPrevious: Bool
  /// `true` if there are objects after the window.
  public let hasNext: Bool
  /// `true` if the object at which the window should begin does not exist any more. The window then has the
  /// first objects.
  public let startsOver: Bool
  /// The key of the object after which the window begins; nil if nothing is before the window. In the order of
  /// the keys, the object may have been deleted.
  public let predecessor: Int64?
}
