import SwiftData

extension RecipeReader {
  /// Returns a number that changes with each commit to the store, by any program.
  ///
  /// The history has every commit. So equal numbers mean that the store has not changed in between.
  public func revision() -> Int {
    revisions.update(modelContext)
    return revisions.number
  }
}

/// Counts the states of a store, as far as they were looked at.
struct StoreRevisions {
  private(set) var number = 0
  /// The token of the last commit.
  private var token: DefaultHistoryToken?

  /// Looks for commits since the last call.
  mutating func update(_ context: ModelContext) {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.id, order: .reverse)])
    descriptor.fetchLimit = 1
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    do {
      guard let last = try context.fetchHistory(descriptor).first else { return }
      token = last.token
    } catch {
      // A history that cannot be read, or has lost the token, says nothing about changes.
      token = nil
    }
    number += 1
  }
}
