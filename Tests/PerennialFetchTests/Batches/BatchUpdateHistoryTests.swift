import Foundation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Batch updates in the history")
struct BatchUpdateHistoryTests {
  /// A container with voyages A, B and C, and the token of their insertion.
  private func world(
    _ place: Place, _ body: (ModelContainer, ModelContext, DefaultHistoryToken) throws -> Void
  ) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      for code in ["A", "B", "C"] { context.insert(Voyage(code, "old")) }
      try context.save()
      try body(container, context, try #require(try context.history().last?.token))
    }
  }

  @Test(
    "Changed are the attributes that were set, in the rows that differed", arguments: Place.builtIn)
  func attributes(place: Place) throws {
    try world(place) { container, context, token in
      let voyages = try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
      let date = Date(timeIntervalSinceReferenceDate: 1)
      try context.update(
        model: Voyage.self, where: #Predicate { $0.code != "B" },
        setting: [.set(\.title, to: "new"), .set(\.departure, to: date)])
      try context.update(model: Voyage.self, setting: [.set(\.title, to: "new")])
      try context.update(model: Voyage.self, setting: [.set(\.title, to: "new")])
      let transactions = try context.history(after: token)
      #expect(
        transactions.map(\.summary) == [
          ["update Voyage title departure", "update Voyage title departure"],
          ["update Voyage title"],
        ])
      #expect(
        transactions.map { Set($0.changes.map(\.changedPersistentIdentifier)) }
          == [
            [voyages[0].persistentModelID, voyages[2].persistentModelID],
            [voyages[1].persistentModelID],
          ])
      for case .update(let change as DefaultHistoryUpdate<Voyage>) in transactions[0].changes {
        #expect(change.updatedAttributes.count == 2)
      }
    }
  }

  @Test("Each has its author and its token, and observers see it once", arguments: Place.builtIn)
  func authors(place: Place) throws {
    try world(place) { container, context, token in
      let observer = try HistoryObserver(modelContainer: container)
      let identity = ObjectIdentifier(context)
      let posted = Mutex<[Int]>([])
      let listener = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: nil, queue: nil
      ) { notification in
        guard let sender = notification.object as? ModelContext,
          ObjectIdentifier(sender) == identity
        else { return }
        let key = ModelContext.NotificationKey.historyTokens.rawValue
        let tokens = notification.userInfo?[key] as? [String: any HistoryToken] ?? [:]
        let numbers = tokens.values.compactMap { ($0 as? DefaultHistoryToken)?.id }
        posted.withLock { $0 += numbers }
      }
      defer { NotificationCenter.default.removeObserver(listener) }
      for (number, author) in ["first", nil, "third"].enumerated() {
        context.author = author
        try context.update(model: Voyage.self, setting: [.set(\.title, to: "\(number)")])
      }
      let transactions = try context.history(after: token)
      #expect(transactions.map(\.author) == ["first", nil, "third"])
      #expect(transactions.map(\.token).sorted() == transactions.map(\.token))
      #expect(posted.withLock { $0 } == transactions.map { $0.token.id })
      #expect(observer.eventCounter == 3)
      let after = try context.history(after: transactions[1].token)
      #expect(after.map(\.author) == ["third"])
    }
  }

  @Test("Another container on the file finds it, and its objects follow")
  func elsewhere() throws {
    let directory = try ScratchDirectory()
    func container() throws -> ModelContainer {
      try ModelContainer(
        for: Voyage.self, configurations: ModelConfiguration(url: directory.file("a.store")))
    }
    let (here, there) = (try container(), try container())
    let (context, other) = (ModelContext(here), ModelContext(there))
    context.insert(Voyage("A", "old"))
    try context.save()
    let held = try #require(try other.only(Voyage.self))
    held.departure = Date(timeIntervalSinceReferenceDate: 2)
    try context.update(
      model: Voyage.self, setting: [.set(\.title, to: "new"), .set(\.departure, to: nil)])
    _ = try other.fetchCount(FetchDescriptor<Voyage>())
    #expect(held.title == "new")
    // The property that was changed in this context keeps its value.
    #expect(held.departure == Date(timeIntervalSinceReferenceDate: 2))
  }

  // MARK: Contexts with changes

  @Test("What is not saved is changed in memory, and written by the save", arguments: Place.builtIn)
  func dirty(place: Place) throws {
    try world(place) { container, context, token in
      let voyages = try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
      voyages[0].departure = Date(timeIntervalSinceReferenceDate: 3)
      context.insert(Voyage("D", "old"))
      try context.update(
        model: Voyage.self, where: #Predicate { $0.title == "old" },
        setting: [.set(\.title, to: "new")])
      #expect(
        try context.history(after: token).map(\.summary)
          == [["update Voyage title", "update Voyage title"]])
      #expect(try context.fetch(FetchDescriptor<Voyage>()).allSatisfy { $0.title == "new" })
      try context.save()
      #expect(
        try context.history(after: token).last?.summary
          == ["insert Voyage", "update Voyage title departure"])
      let stored = try ModelContext(container).fetch(FetchDescriptor<Voyage>())
      #expect(stored.count == 4 && stored.allSatisfy { $0.title == "new" })
    }
  }

  @Test("A rollback leaves what was written, and forgets what was not", arguments: Place.builtIn)
  func rollback(place: Place) throws {
    try world(place) { container, context, _ in
      let voyages = try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
      voyages[0].departure = Date(timeIntervalSinceReferenceDate: 3)
      try context.update(model: Voyage.self, setting: [.set(\.title, to: "new")])
      context.rollback()
      #expect(voyages.map(\.title) == ["old", "new", "new"])
      #expect(voyages[0].departure == nil && !context.hasChanges)
      let stored = try ModelContext(container).fetch(
        FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
      #expect(stored.map(\.title) == ["old", "new", "new"])
    }
  }

  @Test("An undo takes back the steps around it and not the batch", arguments: Place.builtIn)
  func undo(place: Place) throws {
    try world(place) { container, context, _ in
      let manager = UndoManager()
      context.undoManager = manager
      let voyages = try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
      voyages[0].departure = Date(timeIntervalSinceReferenceDate: 3)
      context.processPendingChanges()
      try context.update(model: Voyage.self, setting: [.set(\.title, to: "new")])
      voyages[1].departure = Date(timeIntervalSinceReferenceDate: 4)
      context.processPendingChanges()
      #expect(voyages.map(\.title) == ["new", "new", "new"])
      manager.undo()
      #expect(voyages[1].departure == nil && voyages[1].title == "new")
      manager.undo()
      #expect(voyages[0].departure == nil && voyages[0].title == "new")
      #expect(!manager.canUndo)
      manager.redo()
      manager.redo()
      try context.save()
      let stored = try ModelContext(container).fetch(
        FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
      #expect(stored.map(\.title) == ["new", "new", "new"])
      #expect(stored.map { $0.departure?.timeIntervalSinceReferenceDate } == [3, 4, nil])
    }
  }

  @Test(
    "Others with changes of their own keep those, and follow in the rest", arguments: Place.builtIn)
  func merging(place: Place) throws {
    for policy in [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .error] {
      try world(place) { container, context, _ in
        let other = ModelContext(container)
        other.mergePolicy = policy
        let held = try #require(
          try other.fetch(FetchDescriptor<Voyage>(predicate: #Predicate { $0.code == "A" })).first)
        held.title = "mine"
        let date = Date(timeIntervalSinceReferenceDate: 5)
        try context.update(
          model: Voyage.self, setting: [.set(\.title, to: "batch"), .set(\.departure, to: date)])
        #expect(held.title == "mine" && held.departure == date)
        if policy == .error {
          let error = try refusal { try other.save() }
          #expect(error == .mergeConflict && error.conflicts.count == 1)
          #expect(error.conflicts.first?.identifier == held.persistentModelID)
          other.rollback()
        } else {
          try other.save()
        }
        let expected = policy == .mergeByPropertyObjectTrump ? "mine" : "batch"
        #expect(held.title == expected && held.departure == date)
        #expect(
          try context.fetch(FetchDescriptor<Voyage>(predicate: #Predicate { $0.code == "A" }))
            .map(\.title) == [expected])
      }
    }
  }
}
