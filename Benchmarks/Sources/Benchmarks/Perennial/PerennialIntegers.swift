import Foundation
import SwiftData

/// The model with ten integer columns, by Perennial.
final class PerennialIntegers: IntegerContender {
  static let library = Library.perennial

  private let container: ModelContainer

  init(at file: URL) throws {
    container = try ModelContainer(
      for: TenIntegers.self,
      configurations: ModelConfiguration(url: file)
    )
  }

  func insert(_ count: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(IntegerSteps.insert, operations: count) {
      let context = ModelContext(container)
      for value in 0..<count { context.insert(TenIntegers(value)) }
      try context.save()
    }
  }

  func fetch(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(IntegerSteps.fetch) {
      let context = ModelContext(container)
      let objects = try context.fetch(FetchDescriptor<TenIntegers>())
      use(objects)
      return objects.count
    }
  }
}
