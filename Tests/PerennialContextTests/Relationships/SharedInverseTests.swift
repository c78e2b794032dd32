import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Collections with the same inverse")
struct SharedInverseTests {
  /// The states of a test's objects at the time when their relationships change.
  enum DeletionState: CaseIterable { case detached, inserted, saved }

  private func names(_ drawers: [Drawer]) -> [String] { drawers.map(\.label) }

  private func cabinet(_ name: String, _ context: ModelContext) throws -> Cabinet {
    try #require(
      try context.fetch(FetchDescriptor<Cabinet>(predicate: #Predicate { $0.name == name })).first)
  }

  private func drawer(_ label: String, _ context: ModelContext) throws -> Drawer {
    try #require(
      try context.fetch(FetchDescriptor<Drawer>(predicate: #Predicate { $0.label == label })).first)
  }

  @Test(
    "13.3 The inverse follows whichever collection holds the object",
    arguments: DeletionState.allCases, Place.allCases)
  func follows(life: DeletionState, place: Place) throws {
    try place.with(Cabinet.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Cabinet("1"), Cabinet("2"))
      let drawers = ["a", "b", "c", "d"].map { Drawer($0) }
      func insertAll() {
        for cabinet in [one, two] { context.insert(cabinet) }
        for drawer in drawers { context.insert(drawer) }
      }
      if life != .detached { insertAll() }
      if life == .saved { try context.save() }
      one.left = [drawers[0], drawers[1]]
      one.right.append(drawers[2])
      #expect(drawers.map { $0.cabinet === one } == [true, true, true, false])
      // From the one collection to the other, of the same owner and of another.
      one.right.append(drawers[1])
      #expect(drawers[1].cabinet === one && names(one.left) == ["a", "b"])
      one.left.removeAll { $0 === drawers[1] }
      #expect(drawers[1].cabinet === one && names(one.right) == ["c", "b"])
      two.left.append(drawers[2])
      #expect(drawers[2].cabinet === two && names(one.right) == ["b"])
      one.right.removeAll()
      #expect(drawers[1].cabinet == nil)
      // The reference does not say which collection it is to be.
      drawers[0].cabinet = two
      #expect(one.left.isEmpty && names(two.left) == ["c"] && two.right.isEmpty)
      drawers[3].cabinet = one
      two.right.append(drawers[3])
      #expect(drawers[3].cabinet === two)
      if life == .detached { insertAll() }
      try context.save()
      let other = ModelContext(container)
      #expect(try names(cabinet("2", other).left) == ["c"])
      #expect(try names(cabinet("2", other).right) == ["d"])
      #expect(try cabinet("1", other).left.isEmpty && cabinet("1", other).right.isEmpty)
      let owners = try ["a", "b", "c", "d"].map { try drawer($0, other).cabinet?.name }
      #expect(owners == ["2", nil, "2", "2"])
    }
  }

  @Test(
    "13.3 What an initialiser gives both collections has the inverse", arguments: Place.allCases)
  func initialiser(place: Place) throws {
    try place.with(Cabinet.self) { container in
      let context = ModelContext(container)
      let cabinet = Cabinet("C", left: [Drawer("l1"), Drawer("l2")], right: [Drawer("r")])
      context.insert(cabinet)
      #expect((cabinet.left + cabinet.right).allSatisfy { $0.cabinet === cabinet })
      try context.save()
      let other = ModelContext(container)
      let found = try self.cabinet("C", other)
      #expect(names(found.left) == ["l1", "l2"] && names(found.right) == ["r"])
      #expect((found.left + found.right).allSatisfy { $0.cabinet === found })
    }
  }

  @Test(
    "13.3 An object moves between collections that are not loaded, and other contexts follow",
    arguments: Place.allCases)
  func faults(place: Place) throws {
    try place.with(Cabinet.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Cabinet("1", left: [Drawer("a")]), Cabinet("2"))
      context.insert(one)
      context.insert(two)
      try context.save()
      let held = one.left[0]
      let other = ModelContext(container)
      try cabinet("2", other).right.append(drawer("a", other))
      #expect(try drawer("a", other).cabinet?.name == "2")
      #expect(try cabinet("1", other).left.isEmpty)
      try other.save()
      #expect(held.cabinet === two && one.left.isEmpty && two.right == [held])
      let third = ModelContext(container)
      try drawer("a", third).cabinet = nil
      try third.save()
      #expect(held.cabinet == nil && two.right.isEmpty)
    }
  }

  @Test("13.3 Predicates tell the collections apart", arguments: Place.allCases)
  func predicates(place: Place) throws {
    try place.with(Cabinet.self) { container in
      let context = ModelContext(container)
      context.insert(Cabinet("1", left: [Drawer("a")]))
      context.insert(Cabinet("2", right: [Drawer("a"), Drawer("b")]))
      try context.save()
      func found(_ predicate: Predicate<Cabinet>) throws -> [String] {
        try ModelContext(container).fetch(
          FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
        ).map(\.name)
      }
      #expect(try found(#Predicate { $0.left.contains { $0.label == "a" } }) == ["1"])
      #expect(try found(#Predicate { $0.right.contains { $0.label == "a" } }) == ["2"])
      #expect(try found(#Predicate { $0.left.isEmpty && $0.right.count == 2 }) == ["2"])
      let drawers = try context.fetch(
        FetchDescriptor<Drawer>(
          predicate: #Predicate { $0.cabinet?.name == "2" }, sortBy: [SortDescriptor(\.label)]))
      #expect(names(drawers) == ["a", "b"])
    }
  }

  @Test("13.3 Rollback and undo bring both collections and the inverse back")
  func undo() throws {
    try Place.memory.with(Cabinet.self) { container in
      let context = ModelContext(container)
      let manager = UndoManager()
      let (one, two) = (Cabinet("1", left: [Drawer("a")], right: [Drawer("b")]), Cabinet("2"))
      context.insert(one)
      context.insert(two)
      try context.save()
      let (a, b) = (one.left[0], one.right[0])
      func expectAsSaved(location: SourceLocation = #_sourceLocation) {
        #expect(one.left == [a] && one.right == [b], sourceLocation: location)
        #expect(two.left.isEmpty && two.right.isEmpty, sourceLocation: location)
        #expect(a.cabinet === one && b.cabinet === one, sourceLocation: location)
      }
      two.right.append(a)
      b.cabinet = two
      context.rollback()
      expectAsSaved()
      context.undoManager = manager
      for change in [{ two.right.append(a) }, { b.cabinet = two }, { one.left = [] }] {
        change()
        context.processPendingChanges()
        manager.undo()
        expectAsSaved()
        manager.redo()
        manager.undo()
        expectAsSaved()
      }
      try context.save()
      #expect(try cabinet("1", ModelContext(container)).left.map(\.label) == ["a"])
    }
  }

  @Test(
    "13.3 Deletions of either side leave no reference behind", arguments: Place.allCases,
    [false, true])
  func deletions(place: Place, isBatch: Bool) throws {
    try place.with(Cabinet.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Cabinet("1", left: [Drawer("a")], right: [Drawer("b")]), Cabinet("2"))
      let c = Drawer("c")
      two.left = [c, Drawer("d")]
      context.insert(one)
      context.insert(two)
      try context.save()
      let orphans = one.left + one.right
      if isBatch {
        try context.delete(model: Cabinet.self, where: #Predicate { $0.name == "1" })
        try context.delete(model: Drawer.self, where: #Predicate { $0.label == "c" })
      } else {
        context.delete(one)
        context.delete(c)
        try context.save()
      }
      #expect(orphans.allSatisfy { $0.cabinet == nil })
      #expect(names(two.left) == ["d"])
      let other = ModelContext(container)
      #expect(try drawer("a", other).cabinet == nil && drawer("b", other).cabinet == nil)
      #expect(try names(cabinet("2", other).left) == ["d"])
    }
  }

  @Test("13.3 The schema says which inverse the collections name")
  func schema() throws {
    let schema = Schema([Cabinet.self, Drawer.self])
    let cabinet = try #require(schema.entitiesByName["Cabinet"])
    #expect(cabinet.relationshipsByName["left"]?.inverseName == "cabinet")
    #expect(cabinet.relationshipsByName["right"]?.inverseName == "cabinet")
    let drawer = try #require(schema.entitiesByName["Drawer"])
    #expect(drawer.relationshipsByName["cabinet"]?.inverseName == nil)
  }

  @Test(
    "13.3 An inverse that cannot be the relationship's is reported when the container is made",
    arguments: [
      (Unsound.TwoReferences.self, ["home", "away", "matches", "leave “inverse:” out"]),
      (Unsound.ManyToMany.self, ["first", "second", "groups", "leave “inverse:” out"]),
      (Unsound.Elsewhere.self, ["parts", "Bolt.other", "does not reference Elsewhere"]),
      (Unsound.Attribute.self, ["parts", "not a stored property of Washer"]),
    ] as [(any PersistentModel.Type, [String])])
  func unsound(type: any PersistentModel.Type, words: [String]) throws {
    let error = try refusal {
      _ = try ModelContainer(
        for: Schema([type]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .unsupportedFeature)
    for word in words { #expect(error.explanation.contains(word), "\(error.explanation)") }
  }
}

/// Relationships that name an inverse that cannot be theirs.
private enum Unsound {
  @Model final class TwoReferences {
    @Relationship(inverse: \Side.matches) var home: Side?
    @Relationship(inverse: \Side.matches) var away: Side?
    init() {}
  }
  @Model final class Side {
    var matches: [TwoReferences] = []
    init() {}
  }

  @Model final class ManyToMany {
    @Relationship(inverse: \Guest.groups) var first: [Guest] = []
    @Relationship(inverse: \Guest.groups) var second: [Guest] = []
    init() {}
  }
  @Model final class Guest {
    var groups: [ManyToMany] = []
    init() {}
  }

  @Model final class Elsewhere {
    @Relationship(inverse: \Bolt.other) var parts: [Bolt] = []
    init() {}
  }
  @Model final class Bolt {
    var other: Bolt?
    init() {}
  }

  @Model final class Attribute {
    @Relationship(inverse: \Bolt.other) var parts: [Washer] = []
    init() {}
  }
  @Model final class Washer {
    var size = 1
    init() {}
  }
}
