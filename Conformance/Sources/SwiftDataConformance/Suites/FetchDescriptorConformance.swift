import Foundation
import SwiftData
import Testing

/// Fetch descriptors: predicates, order, limit, offset, pending changes and prefetching.
///
/// Every behaviour is checked in memory, in a file and in a custom store. Strings are sorted in the
/// localized standard order (“cy 9” before “cy 10”). An offset and a limit apply after sorting.
/// `propertiesToFetch` and `relationshipKeyPathsForPrefetching` are hints: properties that they do not
/// name can be read too.
@Suite("Conformance: FetchDescriptor")
struct FetchDescriptorConformance {
  private func fill(_ context: ModelContext) throws {
    for (name, year) in [("Ada", 1), ("ben", 3), ("Cid", 2), ("cy 10", 4), ("cy 9", 4)] {
      let expedition = Expedition(name, year)
      expedition.camps = (0..<year).map { Camp("\(name) \($0)", $0) }
      context.insert(expedition)
    }
    try context.save()
  }

  @Test("Its properties and their defaults")
  func properties() {
    var descriptor = FetchDescriptor<Expedition>()
    #expect(descriptor.predicate == nil)
    #expect(descriptor.sortBy.isEmpty)
    #expect(descriptor.fetchLimit == nil)
    #expect(descriptor.fetchOffset == nil)
    #expect(descriptor.includePendingChanges)
    #expect(descriptor.propertiesToFetch.isEmpty)
    #expect(descriptor.relationshipKeyPathsForPrefetching.isEmpty)
    #expect(descriptor == FetchDescriptor(predicate: nil, sortBy: []))
    descriptor.fetchLimit = 1
    #expect(descriptor != FetchDescriptor<Expedition>())
  }

  @Test("Predicates that programs write", arguments: Stage.allCases)
  func predicates(stage: Stage) throws {
    try stage.with(filledBy: fill) { context throws in
      func names(_ predicate: Predicate<Expedition>) throws -> Set<String> {
        Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name))
      }
      let (year, words) = (3, ["Ada", "Cid"])
      #expect(try names(#Predicate { $0.year == year }) == ["ben"])
      #expect(try names(#Predicate { $0.year > 1 && $0.year < 4 }) == ["ben", "Cid"])
      #expect(try names(#Predicate { $0.name == "Ada" || !($0.year < 3) }).count == 4)
      #expect(try names(#Predicate { words.contains($0.name) }) == ["Ada", "Cid"])
      #expect(try names(#Predicate { $0.name.contains("y") }) == ["cy 10", "cy 9"])
      #expect(try names(#Predicate { $0.name.starts(with: "C") }) == ["Cid"])
      #expect(try names(#Predicate { $0.name.localizedStandardContains("a") }) == ["Ada"])
      #expect(try names(#Predicate { $0.start == nil && !$0.isDone }).count == 5)
      #expect(try names(#Predicate { $0.camps.count == 2 }) == ["Cid"])
      #expect(try names(#Predicate { $0.camps.contains { $0.altitude == 2 } }).count == 3)
      #expect(try names(#Predicate { $0.camps.allSatisfy { $0.altitude < 1 } }) == ["Ada"])
      let camps = FetchDescriptor<Camp>(predicate: #Predicate { $0.expedition?.name == "ben" })
      #expect(try context.fetchCount(camps) == 3)
    }
  }

  @Test("Order, limit and offset", arguments: Stage.allCases)
  func order(stage: Stage) throws {
    try stage.with(filledBy: fill) { context throws in
      var descriptor = FetchDescriptor<Expedition>(
        sortBy: [SortDescriptor(\.year, order: .reverse), SortDescriptor(\.name)])
      #expect(try context.fetch(descriptor).map(\.year) == [4, 4, 3, 2, 1])
      // Strings are compared in the localized standard order, numbers in them by value.
      #expect(try context.fetch(descriptor).first?.name == "cy 9")
      descriptor.fetchOffset = 1
      descriptor.fetchLimit = 2
      #expect(try context.fetch(descriptor).map(\.name) == ["cy 10", "ben"])
    }
  }

  @Test("Pending changes are included, or not", arguments: Stage.allCases)
  func pending(stage: Stage) throws {
    try stage.with { context in
      try fill(context)
      context.insert(Expedition("new", 9))
      var late = FetchDescriptor<Expedition>(predicate: #Predicate { $0.year > 3 })
      #expect(try context.fetch(late).count == 3)
      late.includePendingChanges = false
      #expect(try context.fetch(late).count == 2)
    }
  }

  @Test("Parts of objects, and related ones ahead", arguments: Stage.allCases)
  func hints(stage: Stage) throws {
    try stage.with(filledBy: fill) { context in
      var descriptor = FetchDescriptor<Expedition>(predicate: #Predicate { $0.name == "ben" })
      descriptor.propertiesToFetch = [\.name]
      descriptor.relationshipKeyPathsForPrefetching = [\.camps]
      let found = try context.fetch(descriptor)
      #expect(found.map(\.year) == [3])
      #expect(found.first?.camps.count == 3)
    }
  }
}
