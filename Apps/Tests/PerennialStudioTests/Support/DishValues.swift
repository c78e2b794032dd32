import Foundation
import PerennialInspection

/// The values of a dish, as a filter sees them.
struct DishValues: Sendable {
  let key: Int64
  let title: String
  let minutes: Int
  let rating: Double?
  let isVegan: Bool
  let addedAt: Date
  let price: Decimal
  let cuisine: String?
  let labels: Int

  static func all(in store: InspectedStore) throws -> [DishValues] {
    var cuisines: [Int64: String] = [:]
    for row in try store.rows(of: "Cuisine") {
      if case .text(let name)? = row["name"] { cuisines[row.key] = name }
    }
    return try store.rows(of: "Dish", includesLinks: true).map { row in
      guard case .text(let title)? = row["title"], case .integer(let minutes)? = row["minutes"],
        case .bool(let isVegan)? = row["isVegan"], case .date(let addedAt)? = row["addedAt"],
        case .decimal(let price)? = row["price"]
      else { throw CocoaError(.coderInvalidValue) }
      var rating: Double?
      if case .double(let double)? = row["rating"] { rating = double }
      var cuisine: String?
      if case .key(let key)? = row["cuisine"] { cuisine = cuisines[key] }
      return DishValues(
        key: row.key, title: title, minutes: Int(minutes), rating: rating, isVegan: isVegan,
        addedAt: addedAt, price: price, cuisine: cuisine,
        labels: row.links.first { $0.name == "labels" }?.keys.count ?? 0)
    }
  }
}

/// A filter as text, and the same condition in Swift.
struct RandomFilter {
  let text: String
  let matches: (DishValues) -> Bool
}

/// Makes filters from a seed.
struct FilterGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  mutating func filter(depth: Int) -> RandomFilter {
    guard depth > 0, below(3) > 0 else { return comparison() }
    switch below(4) {
    case 0:
      let inner = filter(depth: depth - 1)
      return RandomFilter(text: "!(\(inner.text))") { !inner.matches($0) }
    case 1:
      let (left, right) = (filter(depth: depth - 1), filter(depth: depth - 1))
      return RandomFilter(text: "(\(left.text) || \(right.text))") {
        left.matches($0) || right.matches($0)
      }
    case 2:
      // Without parentheses: && binds more tightly.
      let (first, second, third) = (comparison(), comparison(), comparison())
      return RandomFilter(text: "(\(first.text) || \(second.text) && \(third.text))") {
        first.matches($0) || second.matches($0) && third.matches($0)
      }
    default:
      let (left, right) = (filter(depth: depth - 1), filter(depth: depth - 1))
      return RandomFilter(text: "(\(left.text) && \(right.text))") {
        left.matches($0) && right.matches($0)
      }
    }
  }

  private mutating func comparison() -> RandomFilter {
    switch below(11) {
    case 0: return ordered("minutes", below(50), \.minutes) { "\($0)" }
    case 1:
      let number = Double(below(9)) / 2
      return optional("rating", number, \.rating, "\(number)")
    case 2:
      let word = word()
      // Each text contains the empty one, as in a predicate; Foundation's `contains` has it otherwise.
      return RandomFilter(text: "title contains \"\(word)\"") {
        word.isEmpty || $0.title.contains(word)
      }
    case 3:
      let word = word()
      return RandomFilter(text: "title beginswith '\(word)'") { $0.title.hasPrefix(word) }
    case 4:
      return below(2) == 0
        ? RandomFilter(text: "isVegan", matches: \.isVegan)
        : RandomFilter(text: "isVegan != true") { !$0.isVegan }
    case 5:
      let date = Date(timeIntervalSinceReferenceDate: Double(below(80) * 86_400))
      return ordered("addedAt", date, \.addedAt) { "\"\($0.formatted(.iso8601))\"" }
    case 6: return ordered("price", Decimal(below(1000)) / 100, \.price) { "\($0)" }
    case 7:
      let name = ["Italian", "Thai", "Crème", "None"][below(4)]
      return optional("cuisine.name", name, \.cuisine, "\"\(name)\"")
    case 8:
      return below(2) == 0
        ? RandomFilter(text: "cuisine == nil") { $0.cuisine == nil }
        : RandomFilter(text: "cuisine.name != nil") { $0.cuisine != nil }
    case 9: return ordered("labels.count", below(3), \.labels) { "\($0)" }
    default:
      let numbers = (0...below(4)).map { _ in below(50) }
      return RandomFilter(text: "minutes in [\(numbers.map(String.init).joined(separator: ", "))]")
      {
        numbers.contains($0.minutes)
      }
    }
  }

  private mutating func word() -> String {
    ["Soup", "soup", "C", "rème", "e", "of ", ""][below(7)]
  }

  private mutating func ordered<Value: Comparable>(
    _ name: String, _ value: Value, _ path: KeyPath<DishValues, Value>, _ text: (Value) -> String
  ) -> RandomFilter {
    let relations: [(String, (Value, Value) -> Bool)] = [
      ("==", (==)), ("!=", (!=)), ("<", (<)), ("<=", (<=)), (">", (>)), (">=", (>=)),
    ]
    let (sign, holds) = relations[below(relations.count)]
    return RandomFilter(text: "\(name) \(sign) \(text(value))") { holds($0[keyPath: path], value) }
  }

  private mutating func optional<Value: Comparable>(
    _ name: String, _ value: Value, _ path: KeyPath<DishValues, Value?>, _ text: String
  ) -> RandomFilter {
    let relations: [(String, (Value?) -> Bool)] = [
      ("==", { $0 == value }), ("!=", { $0 != value }), ("<", { $0.map { $0 < value } ?? false }),
      (">=", { $0.map { $0 >= value } ?? false }),
    ]
    let (sign, holds) = relations[below(relations.count)]
    return RandomFilter(text: "\(name) \(sign) \(text)") { holds($0[keyPath: path]) }
  }
}
