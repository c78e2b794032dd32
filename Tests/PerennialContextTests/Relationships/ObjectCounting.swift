import SwiftData

/// A suite whose tests count the objects of a type.
protocol ObjectCounting {}

extension ObjectCounting {
  /// Returns the number of objects of a type in a context, with its pending changes.
  func count<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> Int {
    try context.fetchCount(FetchDescriptor<T>())
  }
}
