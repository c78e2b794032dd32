import Foundation
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Notifications of a save")
struct NotificationTests {
  /// Records the contents of one context's notifications, in order.
  private final class Recorder: Sendable {
    struct Entry: Sendable {
      let name: Notification.Name
      let hasPayload: Bool
      let inserted: Set<PersistentIdentifier>
      let updated: Set<PersistentIdentifier>
      let deleted: Set<PersistentIdentifier>
      let arrays: [[PersistentIdentifier]?]
    }

    private let list = Mutex<[Entry]>([])

    init(_ context: ModelContext) {
      let identity = ObjectIdentifier(context)
      for name in [ModelContext.willSave, ModelContext.didSave] {
        let token = NotificationCenter.default.addObserver(
          forName: name,
          object: nil,
          queue: nil
        ) { [weak self] notification in
          guard let sender = notification.object as? ModelContext,
            ObjectIdentifier(sender) == identity
          else { return }
          self?.record(notification)
        }
        observers.append(token)
      }
    }

    // Written by the initialiser and read by the deinitialiser only.
    private nonisolated(unsafe) var observers: [any NSObjectProtocol] = []

    deinit {
      for token in observers { NotificationCenter.default.removeObserver(token) }
    }

    private func record(_ notification: Notification) {
      let keys: [ModelContext.NotificationKey] = [
        .insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers,
      ]
      let entry = Entry(
        name: notification.name,
        hasPayload: notification.userInfo != nil,
        inserted: notification.identifiers(.insertedIdentifiers),
        updated: notification.identifiers(.updatedIdentifiers),
        deleted: notification.identifiers(.deletedIdentifiers),
        arrays: keys.map { notification.userInfo?[$0.rawValue] as? [PersistentIdentifier] }
      )
      list.withLock { $0.append(entry) }
    }

    func take() -> [Entry] {
      list.withLock { entries in
        defer { entries = [] }
        return entries
      }
    }
  }

  @Test("A save posts willSave, then didSave with what it did", arguments: Place.allCases)
  func payload(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let recorder = Recorder(context)
      let (a, b, c) = (Book(title: "A"), Book(title: "B"), Book(title: "C"))
      context.insert(a)
      context.insert(b)
      try context.save()
      var entries = recorder.take()
      #expect(entries.map(\.name) == [ModelContext.willSave, ModelContext.didSave])
      #expect(entries.first?.hasPayload == false)
      let first = try #require(entries.last)
      #expect(first.inserted == [a.persistentModelID, b.persistentModelID])
      #expect(first.updated.isEmpty)
      #expect(first.deleted.isEmpty)
      #expect(first.arrays.allSatisfy { $0 != nil })
      #expect(first.inserted.allSatisfy { !$0.isTemporary })

      let identifier = b.persistentModelID
      a.title = "x"
      context.delete(b)
      context.insert(c)
      try context.save()
      entries = recorder.take()
      let second = try #require(entries.last)
      #expect(entries.count == 2)
      #expect(second.inserted == [c.persistentModelID])
      #expect(second.updated == [a.persistentModelID])
      #expect(second.deleted == [identifier])
    }
  }

  @Test("A cascade names every object, and a relationship both its ends")
  func cascade() throws {
    try Place.memory.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("S")
      let volumes = ["a", "b"].map { Volume($0, shelf: shelf) }
      let other = Shelf("T")
      context.insert(shelf)
      context.insert(other)
      try context.save()
      let recorder = Recorder(context)
      volumes[0].shelf = other
      try context.save()
      let moved = try #require(recorder.take().last)
      #expect(moved.updated.contains(volumes[0].persistentModelID))
      #expect(moved.updated.contains(shelf.persistentModelID))
      #expect(moved.updated.contains(other.persistentModelID))
      let gone = [other.persistentModelID, volumes[0].persistentModelID]
      context.delete(other)
      try context.save()
      let deleted = try #require(recorder.take().last)
      #expect(deleted.deleted == Set(gone))
    }
  }

  @Test("Where nothing is to be saved, or the save fails, there is no didSave")
  func silence() throws {
    try Place.memory.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("L")
      context.insert(Tenant("T", landlord: landlord))
      try context.save()
      let recorder = Recorder(context)
      try context.save()
      #expect(recorder.take().isEmpty)
      context.rollback()
      #expect(recorder.take().isEmpty)
      context.delete(landlord)
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(!recorder.take().map(\.name).contains(ModelContext.didSave))
    }
  }

  @Test("What an observer of willSave changes is saved too")
  func changesInWillSave() throws {
    try Place.memory.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "A")
      context.insert(book)
      try context.save()
      let identity = ObjectIdentifier(context)
      let token = NotificationCenter.default.addObserver(
        forName: ModelContext.willSave,
        object: nil,
        queue: nil
      ) { notification in
        guard let sender = notification.object as? ModelContext,
          ObjectIdentifier(sender) == identity
        else { return }
        let book = sender.changedModelsArray.first as? Book
        if book?.year != 42 { book?.year = 42 }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      book.title = "B"
      try context.save()
      let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
      #expect(found.title == "B")
      #expect(found.year == 42)
    }
  }

  @Test("A batch deletion posts what it deleted", arguments: Place.allCases)
  func batch(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("S")
      let volume = Volume("a", shelf: shelf)
      context.insert(shelf)
      try context.save()
      let expected: Set = [shelf.persistentModelID, volume.persistentModelID]
      let recorder = Recorder(context)
      try context.delete(model: Shelf.self)
      let entry = try #require(recorder.take().last { $0.name == ModelContext.didSave })
      #expect(entry.deleted == expected)
    }
  }

  @Test("An upsert is an update of the row", arguments: Place.allCases)
  func upsert(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany")
      context.insert(old)
      try context.save()
      let identifier = old.persistentModelID
      let recorder = Recorder(context)
      context.insert(Country("DE", "Deutschland"))
      context.insert(Country("FR", "France"))
      try context.save()
      let entry = try #require(recorder.take().last)
      #expect(entry.inserted.union(entry.updated).contains(identifier))
      #expect(entry.inserted.union(entry.updated).count == 2)
      #expect(entry.deleted.isEmpty)
    }
  }
}
