import Foundation
import PerennialInspection
import SwiftData
import Testing

@Suite("Windows of rows")
struct WindowTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 83) }

  /// Returns the keys of all windows from one end to the other.
  private func walk(
    _ query: RowQuery, _ store: InspectedStore, limit: Int, backwards: Bool
  ) throws -> [Int64] {
    var keys: [Int64] = []
    var window = try store.window(of: query, backwards ? .last : .first, limit: limit)
    while true {
      let found = window.rows.map(\.key)
      keys = backwards ? found + keys : keys + found
      guard backwards ? window.hasPrevious : window.hasNext, let first = found.first,
        let last = found.last
      else { return keys }
      #expect(found.count == limit)
      window = try store.window(
        of: query, backwards ? .before(first) : .after(last), limit: limit)
      #expect(backwards ? window.hasNext : window.hasPrevious)
    }
  }

  @Test(
    "All rows are in exactly one window, in the order of the property, also with equal values and nil",
    arguments: [
      nil, "minutes", "rating", "title", "isVegan", "addedAt", "price", "code", "site", "cuisine",
    ])
  func order(property: String?) throws {
    let store = try kitchen.store()
    let all = try kitchen.keys()
    let column = property ?? "_pk"
    for isDescending in [false, true] {
      var query = RowQuery(entity: "Dish")
      query.sort = property
      query.isDescending = isDescending
      let direction = isDescending ? " DESC" : ""
      let expected = try store.query(
        "SELECT _pk FROM Dish ORDER BY \(column)\(direction), _pk\(direction)", limit: 1000,
        time: .seconds(5)
      ).rows.map { row -> Int64 in if case .integer(let key) = row[0] { key } else { 0 } }
      #expect(expected.sorted() == all)
      for limit in [1, 7, 83, 100] {
        #expect(try walk(query, store, limit: limit, backwards: false) == expected)
        #expect(try walk(query, store, limit: limit, backwards: true) == expected)
      }
    }
  }

  @Test(
    "A window tells the object before it, and is found again by it", arguments: [nil, "rating"])
  func predecessors(property: String?) throws {
    let store = try kitchen.store()
    var query = RowQuery(entity: "Dish")
    query.sort = property
    let all = try store.window(of: query, limit: 100).rows.map(\.key)
    let starts: [RowWindow.Start] = [
      .first, .after(all[9]), .before(all[20]), .before(all[4]), .last,
    ]
    for start in starts {
      let window = try store.window(of: query, start, limit: 10)
      let first = try #require(window.rows.first?.key)
      let index = try #require(all.firstIndex(of: first))
      #expect(window.predecessor == (index == 0 ? nil : all[index - 1]))
      let again = try store.window(
        of: query, window.predecessor.map { .after($0) } ?? .first, limit: window.rows.count)
      #expect(again.rows.map(\.key) == window.rows.map(\.key))
    }
  }

  @Test("Related objects are in exactly one window, in the order of the collection")
  func links() throws {
    let store = try kitchen.store()
    for (entity, relationship) in [("Cuisine", "dishes"), ("Label", "dishes")] {
      for row in try store.rows(of: entity, includesLinks: true) {
        let expected = row.links[0].keys
        var found: [Int64] = []
        var window = try store.links(of: entity, key: row.key, relationship, limit: 4)
        found += window.labels.map(\.key)
        while window.hasNext, let last = found.last {
          window = try store.links(
            of: entity, key: row.key, relationship, .after(last), limit: 4)
          found += window.labels.map(\.key)
        }
        #expect(found == expected)
        let counts = try store.linkCounts(of: entity, [row.key], relationship)
        #expect(counts[row.key] ?? 0 == expected.count)
      }
    }
  }

  @Test("A window that begins at a deleted row starts over, and says so")
  func deletedAnchor() throws {
    let key = try kitchen.keys()[40]
    let context = ModelContext(try kitchen.container())
    let dish = try #require(
      context.fetch(FetchDescriptor<Dish>()).first { $0.serial == 40 })
    context.delete(dish)
    try context.save()
    let store = try kitchen.store()
    var query = RowQuery(entity: "Dish")
    query.sort = "minutes"
    let window = try store.window(of: query, .after(key), limit: 5)
    #expect(window.startsOver)
    #expect(try window.rows.map(\.key) == store.window(of: query, limit: 5).rows.map(\.key))
    // In the order of the keys, the place of a deleted row is known.
    query.sort = nil
    let next = try store.window(of: query, .after(key), limit: 5)
    #expect(!next.startsOver && next.rows.allSatisfy { $0.key > key })
  }

  @Test("No window is read by skipping rows")
  func plan() throws {
    let store = try kitchen.store()
    let key = try kitchen.keys()[40]
    #expect(
      try store.plan(of: "SELECT * FROM Dish WHERE _pk > \(key) ORDER BY _pk LIMIT 50")
        == ["SEARCH Dish USING INTEGER PRIMARY KEY (rowid>?)"])
  }

  @Test("A count that takes too long is a lower bound")
  func counts() throws {
    let store = try kitchen.store()
    let query = RowQuery(entity: "Dish")
    let count = try store.count(of: query, within: .seconds(5))
    #expect(count.value == 83 && !count.isLowerBound)
    let hasty = try store.count(of: Self.endless(store), within: .zero)
    #expect(hasty.isLowerBound && hasty.value == 0)
    #expect(throws: InspectionError.self) {
      try store.limited(to: .zero) {
        try store.window(of: Self.endless(store), limit: 5)
      }
    }
  }

  /// A query that is still running when its time is checked: each comparison counts the links of a dish.
  private static func endless(_ store: InspectedStore) throws -> RowQuery {
    var query = RowQuery(entity: "Dish")
    let term = "cuisine.dishes.count > 1000"
    query.filter = try store.filter(
      Array(repeating: term, count: 100).joined(separator: " || "), of: "Dish")
    return query
  }

  @Test("Long values are shortened in a window, and tell their size")
  func excerpts() throws {
    let store = try kitchen.store()
    let window = try store.window(of: RowQuery(entity: "Dish"), limit: 10, length: 4)
    let cells = window.rows[2].cells
    let photo = try #require(cells.first { $0.name == "photo" })
    #expect(photo.value == .data(Data([0xFF, 0xD8, 0xFF, 7])) && photo.fullSize == 200_003)
    let title = try #require(window.rows[3].cells.first { $0.name == "title" })
    #expect(title.value == .text("Crèm") && title.fullSize == 12)
    let short = try #require(window.rows[0].cells.first { $0.name == "title" })
    #expect(short.value == .text("Soup") && short.fullSize == nil)
  }
}
