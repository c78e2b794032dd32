import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// Both containers on one file, or both contexts of one container, meet the same conflicts.
@Suite("Merge policies")
struct MergePolicyTests {
  /// The edit that one of two contexts makes to an essay with the title “t0” and the body “b0”.
  enum Edit: CaseIterable {
    case nothing, title, body, both, delete

    /// The values that it writes.
    func values(_ suffix: String) -> [String: String] {
      switch self {
      case .nothing, .delete: [:]
      case .title: ["title": "t\(suffix)"]
      case .body: ["body": "b\(suffix)"]
      case .both: ["title": "t\(suffix)", "body": "b\(suffix)"]
      }
    }

    func apply(_ suffix: String, to essay: Essay, in context: ModelContext) {
      if self == .delete { context.delete(essay) }
      let values = values(suffix)
      if let title = values["title"] { essay.title = title }
      if let body = values["body"] { essay.body = body }
    }
  }

  struct Situation: CustomTestStringConvertible {
    let policy: MergePolicy
    let merges: Bool
    let theirs: Edit
    let ours: Edit
    /// A Boolean value that indicates whether both edits write the same values.
    let agree: Bool

    var testDescription: String {
      "\(policy), merging \(merges), theirs \(theirs), ours \(ours), agree \(agree)"
    }

    static let all = MergePolicy.allCases.flatMap { policy in
      [true, false].flatMap { merges in
        Edit.allCases.flatMap { theirs in
          Edit.allCases.flatMap { ours in
            [true, false].map {
              Situation(policy: policy, merges: merges, theirs: theirs, ours: ours, agree: $0)
            }
          }
        }
      }
    }

    var ourSuffix: String { agree ? "1" : "2" }

    /// The properties that both have changed, be it to the same value.
    var conflicts: Set<String> {
      let (own, other) = (ours.values(ourSuffix), theirs.values("1"))
      return Set(own.keys.filter { other[$0] != nil })
    }

    var isRefused: Bool {
      guard policy == .error, ours != .nothing else { return false }
      if theirs == .delete { return ours != .delete }
      if ours == .delete { return theirs != .nothing }
      return !conflicts.isEmpty
    }

    /// The row in the end, by another way than the framework's; nil if there is none.
    var expected: [String: String]? {
      let initial = ["title": "t0", "body": "b0"]
      if theirs == .delete { return nil }
      let stored = initial.merging(theirs.values("1")) { $1 }
      if isRefused { return stored }
      if ours == .delete {
        let isKept = policy == .mergeByPropertyStoreTrump || policy == .rollback
        return isKept && theirs != .nothing ? stored : nil
      }
      let own = ours.values(ourSuffix)
      switch policy {
      case .error, .mergeByPropertyObjectTrump: return stored.merging(own) { $1 }
      case .mergeByPropertyStoreTrump:
        return stored.merging(own.filter { !conflicts.contains($0.key) }) { $1 }
      case .rollback: return conflicts.isEmpty ? stored.merging(own) { $1 } : stored
      case .overwrite:
        // A context that does not merge shows what it began from.
        let shown = merges ? stored : initial
        return own.isEmpty ? stored : shown.merging(own) { $1 }
      }
    }
  }

  private static func pair(_ types: any PersistentModel.Type...) throws -> (
    here: ModelContext, there: ModelContext, directory: ScratchDirectory
  ) {
    let directory = try ScratchDirectory()
    let configuration = ModelConfiguration(url: directory.file("a.store"))
    let schema = Schema(types)
    return (
      ModelContext(try ModelContainer(for: schema, configurations: configuration)),
      ModelContext(try ModelContainer(for: schema, configurations: configuration)), directory
    )
  }

  private func run(
    _ situation: Situation, _ here: ModelContext, _ there: ModelContext
  ) throws {
    here.insert(Essay("t0", body: "b0"))
    try here.save()
    here.mergePolicy = situation.policy
    here.automaticallyMergesChanges = situation.merges
    let mine = try #require(try here.only(Essay.self))
    let yours = try #require(try there.only(Essay.self))
    situation.ours.apply(situation.ourSuffix, to: mine, in: here)
    situation.theirs.apply("1", to: yours, in: there)
    try there.save()
    if situation.isRefused {
      let error = try refusal { try here.save() }
      #expect(error == .mergeConflict)
      #expect(error.identifiers == [mine.persistentModelID])
      let isWhole = situation.theirs == .delete
      let names = Set(error.conflicts.compactMap(\.propertyName))
      if situation.ours != .delete { #expect(names == (isWhole ? [] : situation.conflicts)) }
      // An object whose deletion was merged has left with its changes.
      if !isWhole { #expect(here.hasChanges) }
      here.rollback()
    } else {
      try here.save()
    }
    #expect(!here.hasChanges)
    try here.refreshAllObjects()
    let stored = try ModelContext(here.container).only(Essay.self)
    #expect(stored.map { ["title": $0.title, "body": $0.body] } == situation.expected)
    if let expected = situation.expected {
      #expect(["title": mine.title, "body": mine.body] == expected)
      #expect(mine.modelContext === here)
    } else {
      // Objects find out when they are read.
      _ = mine.title
      #expect(mine.modelContext == nil)
    }
  }

  @Test("What two contexts of one container do", arguments: Situation.all)
  func contexts(_ situation: Situation) throws {
    try Place.memory.with(Essay.self) { container in
      try run(situation, ModelContext(container), ModelContext(container))
    }
  }

  @Test(
    "What two containers on one file do", arguments: Situation.all.filter { !$0.agree })
  func containers(_ situation: Situation) throws {
    let (here, there, directory) = try Self.pair(Essay.self)
    try withExtendedLifetime(directory) { try run(situation, here, there) }
  }

  // MARK: What a conflict says

  @Test("The error lists what there was, what is here and what is in the store")
  func values() throws {
    let (here, there, directory) = try Self.pair(Essay.self)
    let due = Date(timeIntervalSinceReferenceDate: 86400)
    let essay = Essay("t0")
    essay.tags = ["a"]
    let (ada, bob) = (Reviewer("Ada"), Reviewer("Bob"))
    essay.reviewer = ada
    here.insert(essay)
    here.insert(bob)
    try here.save()
    here.mergePolicy = .error
    let yours = try #require(try there.only(Essay.self))
    essay.title = "t2"
    essay.tags = ["a", "b"]
    essay.due = due
    essay.reviewer = bob
    yours.title = "t1"
    yours.tags = []
    yours.due = due + 1
    yours.reviewer = nil
    try there.save()
    let error = try refusal { try here.save() }
    let conflicts = Dictionary(
      uniqueKeysWithValues: error.conflicts.map { ($0.propertyName ?? "", $0) })
    #expect(conflicts.keys.sorted() == ["due", "reviewer", "tags", "title"])
    #expect(error.conflicts.allSatisfy { $0.kind == .changedInBoth })
    #expect(error.conflicts.allSatisfy { $0.identifier == essay.persistentModelID })
    let title = try #require(conflicts["title"])
    #expect(title.snapshotValue as? String == "t0")
    #expect(title.objectValue as? String == "t2")
    #expect(title.storedValue as? String == "t1")
    let tags = try #require(conflicts["tags"])
    #expect(tags.snapshotValue as? Set<String> == ["a"])
    #expect(tags.objectValue as? Set<String> == ["a", "b"])
    #expect(tags.storedValue as? Set<String> == [])
    let date = try #require(conflicts["due"])
    #expect(date.snapshotValue == nil)
    #expect(date.objectValue as? Date == due)
    #expect(date.storedValue as? Date == due + 1)
    let reviewer = try #require(conflicts["reviewer"])
    #expect(reviewer.snapshotValue as? PersistentIdentifier == ada.persistentModelID)
    #expect(reviewer.objectValue as? PersistentIdentifier == bob.persistentModelID)
    #expect(reviewer.storedValue == nil)
    for part in ["Essay", "title", "t0", "t1", "t2"] { #expect(error.explanation.contains(part)) }
    // Nothing was written, and everything is still here.
    let raw = try RawDatabase(directory.file("a.store"))
    #expect(try raw.rows("SELECT title, reviewer FROM Essay") == [["t1", "NULL"]])
    #expect(essay.title == "t2" && essay.reviewer === bob)
    // Another policy lets it through.
    here.mergePolicy = .mergeByPropertyObjectTrump
    try here.save()
    #expect(try raw.value("SELECT title FROM Essay") == "t2")
  }

  @Test("The order of a set in the file is no change", arguments: Place.allCases)
  func sets(place: Place) throws {
    try place.with(Essay.self) { container in
      let context = ModelContext(container)
      let essay = Essay("t0")
      essay.tags = Set((0..<50).map { "tag \($0)" })
      context.insert(essay)
      try context.save()
      let here = ModelContext(container)
      here.mergePolicy = .error
      let mine = try #require(try here.only(Essay.self))
      // Another order of the same elements.
      essay.tags = Set((0..<50).reversed().map { "tag \($0)" }).union([])
      try context.save()
      mine.tags.insert("new")
      try here.save()
      #expect(mine.tags.count == 51)
    }
  }

  @Test("A value that changed and changed back is as it was", arguments: Place.allCases)
  func back(place: Place) throws {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      here.insert(Essay("t0"))
      try here.save()
      here.mergePolicy = .error
      let mine = try #require(try here.only(Essay.self))
      let yours = try #require(try there.only(Essay.self))
      mine.title = "mine"
      for title in ["t1", "t0"] {
        yours.title = title
        try there.save()
      }
      try here.save()
      #expect(yours.title == "mine")
    }
  }

  @Test("What was changed before the policy was set is written", arguments: MergePolicy.allCases)
  func late(policy: MergePolicy) throws {
    try Place.memory.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      here.insert(Essay("t0"))
      try here.save()
      let mine = try #require(try here.only(Essay.self))
      mine.title = "mine"
      here.mergePolicy = policy
      try #require(try there.only(Essay.self)).title = "yours"
      try there.save()
      try here.save()
      #expect(try ModelContext(container).only(Essay.self)?.title == "mine")
    }
  }

  // MARK: Objects together

  @Test("A refused object keeps the whole save from being written", arguments: Place.allCases)
  func whole(place: Place) throws {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      for title in ["a", "b"] { here.insert(Essay(title)) }
      try here.save()
      here.mergePolicy = .error
      let mine = try here.fetch(FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.title)]))
      for essay in mine { essay.body = "mine" }
      here.insert(Essay("c"))
      let yours = try there.fetch(FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.title)]))
      yours[1].body = "yours"
      try there.save()
      #expect(throws: SwiftDataError.mergeConflict) { try here.save() }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Essay>()) == 2)
      #expect(yours[0].body == "")
      // The rollback discards the changes of this context, so the changes to keep are made again.
      here.rollback()
      mine[0].body = "mine"
      here.insert(Essay("c"))
      try here.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Essay>()) == 3)
      #expect(yours.map(\.body) == ["mine", "yours"])
    }
  }

  @Test(
    "A deletion that gives way takes back what its rules did",
    arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback], Place.allCases)
  func revival(policy: MergePolicy, place: Place) throws {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      let (essay, reviewer) = (Essay("t0"), Reviewer("Ada"))
      essay.remarks = [Remark("a"), Remark("b")]
      essay.reviewer = reviewer
      essay.seal = Seal(1)
      here.insert(essay)
      try here.save()
      here.mergePolicy = policy
      here.delete(essay)
      here.delete(reviewer)
      try #require(try there.only(Essay.self)).title = "t1"
      try there.save()
      try here.save()
      #expect(essay.modelContext === here && essay.title == "t1")
      #expect(essay.remarks.map(\.text).sorted() == ["a", "b"])
      #expect(essay.seal?.number == 1)
      // The reviewer was deleted by itself. No other context has changed it, so it stays deleted.
      #expect(essay.reviewer == nil)
      let stored = try #require(try ModelContext(container).only(Essay.self))
      #expect(stored.title == "t1" && stored.remarks.count == 2 && stored.reviewer == nil)
      #expect(stored.seal?.number == 1)
    }
  }

  @Test("Both ends of a pair give way", arguments: Place.allCases)
  func pairs(place: Place) throws {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      let essay = Essay("t0")
      let seals = (1...3).map(Seal.init)
      here.insert(essay)
      for seal in seals { here.insert(seal) }
      essay.seal = seals[0]
      try here.save()
      here.mergePolicy = .mergeByPropertyStoreTrump
      essay.seal = seals[1]
      let yours = try #require(try there.only(Essay.self))
      yours.seal = try there.fetch(FetchDescriptor<Seal>()).first { $0.number == 3 }
      try there.save()
      try here.save()
      #expect(essay.seal === seals[2])
      #expect(seals.map { $0.essay === essay } == [false, false, true])
      let fresh = ModelContext(container)
      #expect(try #require(try fresh.only(Essay.self)).seal?.number == 3)
      let owners = try fresh.fetch(FetchDescriptor<Seal>(sortBy: [SortDescriptor(\.number)]))
      #expect(owners.map { $0.essay == nil } == [true, true, false])
    }
  }

  // MARK: Unique values

  @Test("A new object whose unique value is taken", arguments: MergePolicy.allCases, Place.allCases)
  func unique(policy: MergePolicy, place: Place) throws {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      there.insert(Reviewer("Ada", rank: 1))
      try there.save()
      here.mergePolicy = policy
      let (mine, essay) = (Reviewer("Ada", rank: 2), Essay("t0"))
      essay.reviewer = mine
      here.insert(essay)
      if policy == .error {
        let error = try refusal { try here.save() }
        #expect(error == .mergeConflict)
        #expect(error.conflicts.map(\.propertyName) == ["name", "rank"])
        #expect(error.conflicts.allSatisfy { $0.kind == .uniqueValueTaken })
        #expect(error.conflicts.map { $0.objectValue as? Int } == [nil, 2])
        #expect(error.conflicts.map { $0.storedValue as? Int } == [nil, 1])
        #expect(error.conflicts.first?.storedValue as? String == "Ada")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Essay>()) == 0)
        mine.name = "Bob"
        try here.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Reviewer>()) == 2)
        return
      }
      try here.save()
      let keepsStored = policy == .mergeByPropertyStoreTrump || policy == .rollback
      #expect(mine.rank == (keepsStored ? 1 : 2))
      let stored = try ModelContext(container).fetch(FetchDescriptor<Reviewer>())
      #expect(stored.map(\.rank) == [keepsStored ? 1 : 2])
      #expect(stored.first?.essays.map(\.title) == ["t0"])
      #expect(essay.reviewer === mine)
    }
  }

  // MARK: What was deleted elsewhere

  @Test(
    "The deleted object's changes are dropped, and the others written", arguments: Place.allCases)
  func deletedElsewhere(place: Place) throws {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      here.automaticallyMergesChanges = false
      for title in ["a", "b"] { here.insert(Essay(title)) }
      try here.save()
      let mine = try here.fetch(FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.title)]))
      for essay in mine { essay.body = "mine" }
      try there.delete(model: Essay.self, where: #Predicate { $0.title == "a" })
      try here.save()
      #expect(mine.map { $0.modelContext == nil } == [true, false])
      #expect(mine[0].title == "a")
      let stored = try ModelContext(container).fetch(FetchDescriptor<Essay>())
      #expect(stored.map(\.body) == ["mine"])
      #expect(!here.hasChanges)
    }
  }

  @Test("A counter that many tasks raise loses nothing", arguments: [1, 2])
  func counter(containers: Int) async throws {
    let directory = try ScratchDirectory()
    let configuration = ModelConfiguration(url: directory.file("a.store"))
    let all = try (0..<containers).map { _ in
      try ModelContainer(for: Essay.self, configurations: configuration)
    }
    let first = ModelContext(all[0])
    first.insert(Reviewer("Ada"))
    try first.save()
    let conflicts = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        let container = all[task % containers]
        group.addTask {
          let context = ModelContext(container)
          context.mergePolicy = .error
          context.automaticallyMergesChanges = false
          let reviewer = try #require(try context.only(Reviewer.self))
          var conflicts = 0
          for _ in 0..<50 {
            while true {
              reviewer.rank += 1
              do {
                try context.save()
                break
              } catch SwiftDataError.mergeConflict {
                conflicts += 1
                context.rollback()
              }
            }
            await Task.yield()
          }
          return conflicts
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(conflicts > 0)
    let raw = try RawDatabase(directory.file("a.store"))
    #expect(try raw.value("SELECT rank FROM Reviewer") == "200")
  }

  @Test(
    "No save fails because what it refers to is deleted at the same time", arguments: Place.allCases
  )
  func race(place: Place) async throws {
    let directory = try ScratchDirectory()
    let configuration =
      place == .memory
      ? ModelConfiguration(isStoredInMemoryOnly: true)
      : ModelConfiguration(url: directory.file("a.store"))
    let container = try ModelContainer(for: Essay.self, configurations: configuration)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let context = ModelContext(container)
        for number in 0..<300 {
          context.insert(Reviewer("reviewer \(number)"))
          try context.save()
          let name = "reviewer \(number - 1)"
          if number % 2 == 0 {
            try context.delete(model: Reviewer.self, where: #Predicate { $0.name == name })
          } else {
            let found = try context.fetch(
              FetchDescriptor<Reviewer>(predicate: #Predicate { $0.name == name }))
            for reviewer in found { context.delete(reviewer) }
            try context.save()
          }
        }
      }
      group.addTask {
        let context = ModelContext(container)
        for number in 0..<300 {
          let essay = Essay("essay \(number)")
          context.insert(essay)
          essay.reviewer = try context.only(Reviewer.self)
          try context.save()
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Essay>()) == 300)
  }
}
