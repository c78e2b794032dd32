import SwiftData
import Testing

@testable import Fixtures

/// A suite whose tests save objects of unusual models in a context, and read them in another one.
protocol CuriositySuite {
  var container: ModelContainer { get }
  var context: ModelContext { get }
}

extension CuriositySuite {
  /// Saves, and gives the only object of a type in a new context.
  func readBack<M: PersistentModel>(_ type: M.Type = M.self) throws -> M {
    try context.save()
    let models = try ModelContext(container).fetch(FetchDescriptor<M>())
    #expect(models.count == 1)
    return try #require(models.first)
  }
}
