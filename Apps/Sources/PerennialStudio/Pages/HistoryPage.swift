import Foundation
import PerennialInspection
import ReadableText

/// The transactions in the history of a store.
struct HistoryPage: Page {
  static let template = "history"

  /// A transaction.
  struct Line: Sendable {
    let number: String
    let address: String
    let time: String
    let author: String
    let cause: String
    let process: String
    let summary: String
  }

  let frame: PageFrame
  let isKept: Bool
  let transactions: [Line]
  let isEmpty: Bool
  /// The addresses of the latest transactions and of older ones; nil if the page has them.
  let latest: String?
  let older: String?

  private static let limit = 50
  private static let time: Duration = .seconds(5)

  /// - Parameter number: The number of the transaction before which transactions are shown; nil for the latest ones.
  init(before number: Int64?, _ store: InspectedStore, _ studio: StudioStore) throws {
    frame = PageFrame("History", studio: studio, store: store, section: .history)
    let found = try store.limited(to: Self.time) {
      try store.transactions(before: number, limit: Self.limit + 1)
    }
    isKept = found != nil
    let shown = (found ?? []).prefix(Self.limit)
    transactions = shown.map(Line.init)
    isEmpty = shown.isEmpty
    latest = number == nil ? nil : "/history"
    older =
      (found ?? []).count > Self.limit
      ? shown.last.map { Address("/history").adding("before", "\($0.number)").text } : nil
  }
}

extension HistoryPage.Line {
  /// The number of groups that a summary has.
  private static let limit = 6

  fileprivate init(_ transaction: InspectedTransaction) {
    number = "\(transaction.number)"
    address = Address.transaction(transaction.number).text
    time = transaction.time.studioText
    author = transaction.author ?? ""
    (cause, process) = (transaction.cause, transaction.process)
    let groups = transaction.groups
    let rest = groups.count - Self.limit
    summary =
      transaction.problem == nil
      ? (groups.prefix(Self.limit).map(\.summary) + (rest > 0 ? ["and \(rest) more"] : []))
        .joined(separator: "; ")
      : "The changes cannot be read."
  }
}

extension InspectedTransaction.Group {
  /// The kind of the change, and the entity or the relationship.
  var heading: String {
    guard let entity else {
      return kind == .erase ? "erasure of the store" : "restoration of a backup"
    }
    switch kind {
    case .link, .unlink, .order: return "\(kind.rawValue) \(entity).\(properties.first ?? "")"
    default: return "\(kind.rawValue) \(entity)"
    }
  }

  /// The number of objects or links; nil for changes of the whole store.
  var countText: String? {
    entity == nil ? nil : keys.count.of(targets.isEmpty ? "object" : "link")
  }

  /// The heading, the changed properties and the number.
  fileprivate var summary: String {
    let names = kind == .update ? ": \(properties.joined(separator: ", "))" : ""
    return heading + names + (countText.map { " (\($0))" } ?? "")
  }
}

extension Address {
  static func transaction(_ number: Int64) -> Address {
    Address("/transaction").adding("number", "\(number)")
  }
}
