import Foundation
import SwiftData
import Testing

/// The collection that `fetch(_:batchSize:)` returns: indices, elements, subranges and reversed order.
@Suite("Conformance: FetchResultsCollection")
struct FetchResultsCollectionConformance {
  @Test("A collection loads the elements that are read", arguments: Stage.allCases)
  func collection(stage: Stage) throws {
    try stage.with { writer in
      for height in 0..<50 { writer.insert(Summit("\(height)", height)) }
      try writer.save()
      var descriptor = FetchDescriptor<Summit>(sortBy: [SortDescriptor(\.height)])
      descriptor.includePendingChanges = false
      let context = writer.another
      let results: FetchResultsCollection<Summit> = try context.fetch(descriptor, batchSize: 8)
      #expect(results.startIndex == 0)
      #expect(results.endIndex == 50)
      #expect(results[49].height == 49)
      #expect(results[10..<13].map(\.height) == [10, 11, 12])
      #expect(results.reversed().first?.height == 49)
    }
  }
}
