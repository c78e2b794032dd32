import Foundation
import SwiftData
import Testing

/// Declarations of Foundation and Observation that programs use with SwiftData.
///
/// Checks predicates that combine other predicates, and that `import SwiftData` is enough to observe
/// objects.
@Suite("Conformance: Foundation")
struct FoundationConformance {
  @Test("Predicates made of predicates")
  func composition() throws {
    let (high, named) = (
      #Predicate<Summit> { $0.height > 1 }, #Predicate<Summit> { $0.name == "a" }
    )
    let both = Predicate<Summit>(all: [high, named])
    let either = Predicate<Summit>(any: [high, named])
    let context = ModelContext(try memoryContainer())
    for (name, height) in [("a", 1), ("a", 2), ("b", 2), ("b", 1)] {
      context.insert(Summit(name, height))
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor(predicate: both)) == 1)
    #expect(try context.fetchCount(FetchDescriptor(predicate: either)) == 3)
  }

  @Test("The module brings observation")
  func observation() {
    let summit = Summit("a")
    nonisolated(unsafe) var isTold = false
    withObservationTracking {
      _ = summit.name
    } onChange: {
      isTold = true
    }
    summit.name = "b"
    #expect(isTold)
  }
}
