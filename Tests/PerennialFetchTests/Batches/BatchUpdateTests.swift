import Foundation
import Observation
import RandomTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Batch updates")
struct BatchUpdateTests {
  private func world(
    _ place: Place, _ body: (ModelContainer, ModelContext) throws -> Void
  ) throws {
    try place.with(Essay.self, Voyage.self) { container in
      let context = ModelContext(container)
      for (number, title) in ["a", "b", "c", "a"].enumerated() {
        context.insert(Essay(title, body: "\(number)"))
      }
      try context.save()
      try body(container, context)
    }
  }

  private func bodies(_ context: ModelContext, _ title: String) throws -> [String] {
    try context.fetch(FetchDescriptor<Essay>(predicate: #Predicate { $0.title == title }))
      .map(\.body).sorted()
  }

  @Test("All objects that the predicate holds for get the values", arguments: Place.builtIn)
  func values(place: Place) throws {
    try world(place) { container, _ in
      let context = ModelContext(container)
      let due = Date(timeIntervalSinceReferenceDate: 1)
      try context.update(
        model: Essay.self, where: #Predicate { $0.title == "a" },
        setting: [.set(\.body, to: "new"), .set(\.due, to: due), .set(\.tags, to: ["t"])])
      #expect(!context.hasChanges)
      let all = try ModelContext(container).fetch(
        FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.title)]))
      #expect(all.map(\.body) == ["new", "new", "1", "2"])
      #expect(all.map(\.due) == [due, due, nil, nil])
      #expect(all.map(\.tags) == [["t"], ["t"], [], []])
      try context.update(
        model: Essay.self, setting: [.set(\.due, to: nil), .set(\.title, to: "z")])
      #expect(try bodies(ModelContext(container), "z") == ["1", "2", "new", "new"])
    }
  }

  @Test(
    "Held objects, observers and live results follow, in every context", arguments: Place.builtIn)
  func following(place: Place) throws {
    try world(place) { container, context in
      let other = ModelContext(container)
      let held = try other.fetch(FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.body)]))
      let observer = try ResultsObserver<Essay, Never>(
        filterBy: #Predicate { $0.title == "a" }, sortBy: [SortDescriptor(\.body)],
        modelContext: other)
      #expect(observer.results.map(\.body) == ["0", "3"])
      let told = Mutex(0)
      withObservationTracking {
        _ = held[1].title
      } onChange: {
        told.withLock { $0 += 1 }
      }
      try context.update(
        model: Essay.self, where: #Predicate { $0.title == "b" }, setting: [.set(\.title, to: "a")])
      #expect(told.withLock { $0 } == 1)
      #expect(held.map(\.title) == ["a", "a", "c", "a"])
      #expect(observer.results.map(\.body) == ["0", "1", "3"])
      let own = try context.fetch(FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.body)]))
      #expect(own.map(\.title) == ["a", "a", "c", "a"])
    }
  }

  @Test(
    "It is one transaction of the history, with what has really changed", arguments: Place.builtIn)
  func history(place: Place) throws {
    try world(place) { container, context in
      let token = try #require(try context.history().last?.token)
      let posted = Mutex<[Int]>([])
      let identity = ObjectIdentifier(context)
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: nil, queue: nil
      ) { notification in
        guard let context = notification.object as? ModelContext,
          ObjectIdentifier(context) == identity
        else { return }
        let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
        let updated = notification.userInfo?[key] as? [PersistentIdentifier] ?? []
        posted.withLock { $0.append(updated.count) }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      context.author = "batch"
      try context.update(model: Essay.self, setting: [.set(\.title, to: "a")])
      try context.update(model: Essay.self, setting: [.set(\.title, to: "a")])
      let transactions = try context.history(after: token)
      #expect(transactions.map(\.summary) == [["update Essay", "update Essay"]])
      #expect(transactions.map(\.author) == ["batch"])
      #expect(posted.withLock { $0 } == [2])
    }
  }

  @Test("In a transaction it is part of it", arguments: Place.builtIn)
  func transaction(place: Place) throws {
    struct Failure: Error {}
    try world(place) { container, context in
      #expect(throws: Failure.self) {
        try context.transaction {
          try context.update(model: Essay.self, setting: [.set(\.title, to: "z")])
          #expect(try context.fetch(FetchDescriptor<Essay>()).allSatisfy { $0.title == "z" })
          throw Failure()
        }
      }
      #expect(try bodies(ModelContext(container), "z").isEmpty)
      #expect(try context.fetch(FetchDescriptor<Essay>()).allSatisfy { $0.title != "z" })
      try context.transaction {
        try context.update(model: Essay.self, setting: [.set(\.title, to: "z")])
      }
      #expect(try bodies(ModelContext(container), "z").count == 4)
    }
  }

  @Test("A custom store takes saves, and refuses this")
  func customStore() throws {
    try Place.custom.with(Essay.self) { container in
      let context = ModelContext(container)
      let error = try refusal {
        try context.update(model: Essay.self, setting: [.set(\.title, to: "x")])
      }
      #expect(error == .unsupportedFeature)
      #expect(error.explanation.contains("json"))
    }
  }

  @Test("What cannot be set is refused, and nothing changes", arguments: Place.builtIn)
  func refusals(place: Place) throws {
    try world(place) { container, context in
      for name in ["Ada", "Bob"] { context.insert(Reviewer(name)) }
      context.insert(Voyage("v"))
      try context.save()
      let error = try refusal {
        try context.update(model: Essay.self, setting: [.set(\.reviewer, to: nil)])
      }
      #expect(error == .unsupportedKeyPath && error.explanation.contains("Essay.reviewer"))
      #expect(throws: SwiftDataError.unsupportedKeyPath) {
        try context.update(model: Voyage.self, setting: [.set(\.isSelected, to: true)])
      }
      #expect(throws: SwiftDataError.modelValidationFailure) {
        try context.update(model: Reviewer.self, setting: [.set(\.name, to: "Ada")])
      }
      let names = try ModelContext(container).fetch(FetchDescriptor<Reviewer>()).map(\.name)
      #expect(names.sorted() == ["Ada", "Bob"])
      try Place.memory.with(Lone.self) { other in
        let context = ModelContext(other)
        #expect(throws: SwiftDataError.unknownSchema) {
          try context.update(model: Essay.self, setting: [.set(\.title, to: "z")])
        }
      }
    }
  }

  // MARK: An oracle

  private static let predicates: [Predicate<Essay>?] = [
    nil,
    #Predicate { $0.title == "a" },
    #Predicate { $0.title != "b" && $0.body == "x" },
    #Predicate { $0.reviewer?.rank == 1 },
    #Predicate { $0.reviewer == nil || $0.body == "y" },
    #Predicate { essay in essay.remarks.contains { $0.text == "r" } },
    #Predicate { $0.tags.contains("t") },
  ]

  /// Objects that are stored, and changes to them that are not.
  private static func populate(_ context: ModelContext, _ random: inout SeededGenerator) throws {
    func essay(_ random: inout SeededGenerator) -> Essay {
      let essay = Essay(
        random.element(["a", "b", "c"]) ?? "", body: random.element(["x", "y"]) ?? "")
      if random.chance(0.3) { essay.tags = ["t"] }
      if random.chance(0.3) { essay.remarks = [Remark("r")] }
      return essay
    }
    let reviewers = (0..<3).map { Reviewer("reviewer \($0)", rank: $0) }
    for reviewer in reviewers { context.insert(reviewer) }
    let essays = (0..<20).map { _ in essay(&random) }
    for essay in essays {
      context.insert(essay)
      if random.chance(0.5) { essay.reviewer = random.element(reviewers) }
    }
    try context.save()
    for essay in essays where random.chance(0.2) {
      if random.chance(0.5) { essay.title = random.element(["a", "b", "c"]) ?? "" }
      if random.chance(0.2) { context.delete(essay) }
    }
    for _ in 0..<3 where random.chance(0.5) { context.insert(essay(&random)) }
    if random.chance(0.3), let reviewer = random.element(reviewers) { reviewer.rank = 1 }
    if random.chance(0.3), let reviewer = random.element(reviewers) { context.delete(reviewer) }
  }

  private static func contents(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Essay>()).map {
      "\($0.title) \($0.body) \($0.due?.description ?? "") \($0.reviewer?.name ?? "") \($0.tags)"
    }.sorted()
  }

  @Test("It does what a loop over the fetched objects does", arguments: TestSeeds.some(40))
  func differential(seed: UInt64) throws {
    var contents: [[[String]]] = []
    for isBatch in [true, false] {
      try Place.memory.with(Essay.self) { container in
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(container)
        try Self.populate(context, &random)
        var seen: [[String]] = []
        for step in 0..<6 {
          let predicate = random.element(Self.predicates) ?? nil
          let title = random.element(["a", "b", "d"]) ?? ""
          let due = Date(timeIntervalSinceReferenceDate: Double(step))
          if isBatch {
            try context.update(
              model: Essay.self, where: predicate,
              setting: [.set(\.title, to: title), .set(\.due, to: due)])
          } else {
            for essay in try context.fetch(FetchDescriptor(predicate: predicate)) {
              essay.title = title
              essay.due = due
            }
          }
          seen.append(try Self.contents(context))
          if random.chance(0.3) { try context.save() }
        }
        try context.save()
        seen.append(try Self.contents(ModelContext(container)))
        contents.append(seen)
      }
    }
    #expect(contents[0] == contents[1], "seed \(seed)")
  }
}
