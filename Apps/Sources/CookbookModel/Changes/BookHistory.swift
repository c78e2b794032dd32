import Foundation
import SwiftData

/// Reads what is new in a store's history.
struct BookHistory: Sendable {
  private let container: ModelContainer
  private var token: DefaultHistoryToken?

  /// Creates a reader that starts after the transactions that exist now.
  init(of container: ModelContainer) throws {
    self.container = container
    token = try Self.last(of: container)
  }

  /// Returns the changes since the last call, one for each transaction. If the history cannot be read,
  /// returns one change that lists nothing.
  mutating func read() -> [BookChange] {
    do {
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
      if let token { descriptor.predicate = #Predicate { $0.token > token } }
      let transactions = try ModelContext(container).fetchHistory(descriptor)
      token = transactions.last?.token ?? token
      return transactions.map(BookChange.init)
    } catch {
      token = (try? Self.last(of: container)) ?? nil
      return [BookChange()]
    }
  }

  private static func last(of container: ModelContainer) throws -> DefaultHistoryToken? {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.id, order: .reverse)])
    descriptor.fetchLimit = 1
    return try ModelContext(container).fetchHistory(descriptor).first?.token
  }
}
