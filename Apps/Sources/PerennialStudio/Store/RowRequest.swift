import HardenedHTTP
import PerennialInspection

/// The objects that an address asks for: an entity, a filter, a search, an order, consecutive windows and columns.
struct RowRequest: Sendable {
  let entity: String
  var filter: String
  let search: String
  let sort: String
  let isDescending: Bool
  let start: RowWindow.Start
  /// The number of windows.
  let windows: Int
  /// The names of the columns, in their order; `*` for all. Empty if the address does not name columns.
  var columns: [String]
  /// `true` if the choice of columns is open.
  let isChoosing: Bool

  /// The name that stands for all columns.
  static let allColumns = "*"

  /// The largest number of windows in a page. The script of the table keeps as many.
  static let mostWindows = 10

  init(_ fields: FormFields) {
    entity = fields["entity"]
    filter = fields["filter"]
    search = fields["q"]
    sort = fields["sort"]
    isDescending = fields["order"] == "down"
    start = Self.start(fields)
    windows = min(Self.mostWindows, max(1, Int(fields["windows"]) ?? 1))
    columns = fields.all("columns").flatMap { $0.split(separator: ",").map(String.init) }
    isChoosing = !fields["choosing"].isEmpty
  }

  /// Returns the window that the fields `after`, `before` and `at` name.
  static func start(_ fields: FormFields) -> RowWindow.Start {
    if let key = Int64(fields["after"]) { return .after(key) }
    if let key = Int64(fields["before"]) { return .before(key) }
    return fields["at"] == "end" ? .last : .first
  }

  /// Returns the query.
  ///
  /// - Throws: `FilterError` if the filter cannot be understood; `InspectionError` if there is no such entity.
  func query(in store: InspectedStore) throws -> RowQuery {
    var query = unfilteredQuery
    if filter.contains(where: { !$0.isWhitespace }) {
      query.filter = try store.filter(filter, of: entity)
    }
    return query
  }

  /// The query without the filter.
  var unfilteredQuery: RowQuery {
    var query = RowQuery(entity: entity)
    query.search = search
    query.sort = sort.isEmpty ? nil : sort
    query.isDescending = isDescending
    return query
  }

  /// Returns the address of the request's query below a path, at its beginning.
  func address(_ path: String = "/rows") -> Address {
    Address(path).adding("entity", entity).adding("filter", filter).adding("q", search)
      .adding("sort", sort).adding("order", isDescending ? "down" : nil)
      .adding("columns", columns.joined(separator: ","))
  }

  /// Returns the address that shows columns in an order, with the choice of columns open.
  func choosing(_ columns: [String]) -> Address {
    var request = self
    request.columns = columns
    return request.address().adding("choosing", "1")
  }

  /// Returns the address that sorts by a property, or in the opposite direction if that is the order already.
  ///
  /// - Parameter property: The name of the property; empty for the order of the keys.
  func sorting(by property: String) -> Address {
    let isTurned = property == sort && !isDescending
    return Address("/rows").adding("entity", entity).adding("filter", filter).adding("q", search)
      .adding("sort", property).adding("order", isTurned ? "down" : nil)
      .adding("columns", columns.joined(separator: ","))
  }
}
