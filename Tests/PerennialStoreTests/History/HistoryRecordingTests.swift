import Foundation
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("What the history records")
struct HistoryRecordingTests {
  @Test(
    "A save is one transaction: what was inserted, changed and deleted", arguments: Place.allCases)
  func save(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      context.author = "captain"
      let (first, second) = (Voyage("A", "first"), Voyage("B", "second"))
      context.insert(first)
      context.insert(second)
      let before = Date()
      try context.save()
      let start = try #require(try context.history().last)
      #expect(start.summary == ["insert Voyage", "insert Voyage"])
      #expect(start.author == "captain")
      #expect(start.timestamp >= before.addingTimeInterval(-1))
      #expect(start.timestamp <= Date().addingTimeInterval(1))
      #expect(start.storeIdentifier == first.persistentModelID.storeIdentifier)
      #expect(!start.bundleIdentifier.isEmpty)
      #expect(start.processIdentifier.contains("\(ProcessInfo.processInfo.processIdentifier)"))

      context.author = nil
      first.title = "changed"
      first.departure = Date(timeIntervalSinceReferenceDate: 5)
      context.delete(second)
      context.insert(Voyage("C"))
      try context.save()
      let all = try context.history()
      #expect(all.count == 2)
      let last = try #require(all.last)
      #expect(last.author == nil)
      #expect(last.summary == ["delete Voyage", "insert Voyage", "update Voyage title departure"])
      #expect(last.token > start.token)
      #expect(last.transactionIdentifier == last.id)
      for change in last.changes {
        guard case .update(let update as DefaultHistoryUpdate<Voyage>) = change else { continue }
        #expect(update.changedPersistentIdentifier == first.persistentModelID)
        #expect(update.transactionIdentifier == last.id)
        #expect(update.updatedAttributes.count == 2)
      }
    }
  }

  @Test("Every change has a number of its own, and names its object", arguments: Place.allCases)
  func identifiers(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      var expected: Set<PersistentIdentifier> = []
      var numbers: Set<Int64> = []
      for round in 0..<3 {
        let voyages = (0..<50).map { Voyage("\(round).\($0)") }
        for voyage in voyages { context.insert(voyage) }
        try context.save()
        expected.formUnion(voyages.map(\.persistentModelID))
      }
      var found: Set<PersistentIdentifier> = []
      for change in try context.history().flatMap(\.changes) {
        guard case .insert(let insert as DefaultHistoryInsert<Voyage>) = change else {
          Issue.record("\(change)")
          continue
        }
        #expect(numbers.insert(insert.changeIdentifier).inserted)
        found.insert(change.changedPersistentIdentifier)
      }
      #expect(found == expected)
    }
  }

  @Test("What saves nothing is no transaction", arguments: Place.allCases)
  func nothing(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      try context.save()
      let voyage = Voyage("A")
      context.insert(voyage)
      context.rollback()
      try context.save()
      #expect(try context.history().isEmpty)
      let kept = Voyage("B")
      context.insert(kept)
      try context.save()
      kept.isSelected = true
      try context.save()
      try context.delete(model: Leg.self)
      #expect(try context.history().count == 1, "ephemeral values are not stored")
    }
  }

  @Test("A save that fails leaves nothing behind", arguments: Place.allCases)
  func failure(place: Place) throws {
    try place.with(Loan.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "B")
      context.insert(Loan(reader: "R", book: book))
      try context.save()
      let count = try context.history().count
      context.delete(book)
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(try context.history().count == count)
    }
  }

  @Test("A deletion keeps the values that the model asks for", arguments: Place.allCases)
  func tombstones(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let date = Date(timeIntervalSinceReferenceDate: 0.125)
      let (dated, undated) = (Voyage("A", "x", departure: date), Voyage("B", "y"))
      dated.cargo = .salt
      dated.legs = [Leg(1), Leg(2)]
      context.insert(dated)
      context.insert(undated)
      try context.save()
      let identifier = dated.persistentModelID
      // A tombstone has the values that were saved, not those that were not.
      dated.code = "unsaved"
      context.delete(dated)
      context.delete(undated)
      try context.save()
      let last = try #require(try context.history().last)
      var codes: [String] = []
      var numbers: [Int] = []
      for change in last.changes {
        switch change {
        case .delete(let delete as DefaultHistoryDelete<Voyage>):
          let code = try #require(delete.tombstone[\.code] as? String)
          codes.append(code)
          #expect(delete.tombstone[\.title] == nil)
          if delete.changedPersistentIdentifier == identifier {
            #expect(delete.tombstone[\.departure] as? Date == date)
            #expect(delete.tombstone[\.cargo] as? Voyage.Cargo == .salt)
          } else {
            #expect(delete.tombstone[\.departure] == nil)
            #expect(delete.tombstone[\.cargo] as? Voyage.Cargo == Voyage.Cargo.none)
          }
          #expect(Array(delete.tombstone).count == 3)
        case .delete(let delete as DefaultHistoryDelete<Leg>):
          numbers.append(try #require(delete.tombstone[\.number] as? Int))
        default: Issue.record("\(change)")
        }
      }
      #expect(codes.sorted() == ["A", "B"])
      #expect(numbers.sorted() == [1, 2], "a cascade is one deletion for each object")
    }
  }

  @Test(
    "A batch deletion is a transaction, cascades and values included", arguments: Place.allCases)
  func batch(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      context.author = "sweeper"
      for name in ["A", "B", "C"] {
        let voyage = Voyage(name)
        voyage.legs = [Leg(1)]
        voyage.ports = [Port("port of \(name)")]
        context.insert(voyage)
      }
      try context.save()
      try context.delete(model: Voyage.self, where: #Predicate { $0.code < "C" })
      let last = try #require(try context.history().last)
      #expect(last.author == "sweeper")
      #expect(
        last.summary == [
          "delete Leg", "delete Leg", "delete Voyage", "delete Voyage", "update Port voyages",
          "update Port voyages",
        ])
      let codes = last.changes.compactMap { change -> String? in
        guard case .delete(let delete as DefaultHistoryDelete<Voyage>) = change else { return nil }
        return delete.tombstone[\.code] as? String
      }
      #expect(codes.sorted() == ["A", "B"])
    }
  }

  @Test("Links are changes of both ends", arguments: Place.allCases)
  func links(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let (voyage, port, leg) = (Voyage("A"), Port("P"), Leg(1))
      for model in [voyage, port, leg] as [any PersistentModel] { context.insert(model) }
      try context.save()
      leg.voyage = voyage
      try context.save()
      #expect(
        try context.history().last?.summary == ["update Leg voyage", "update Voyage legs"])
      voyage.ports.append(port)
      try context.save()
      #expect(
        try context.history().last?.summary == ["update Port voyages", "update Voyage ports"])
    }
  }

  @Test("An upsert is a change of the row that was there", arguments: Place.allCases)
  func upsert(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let old = Port("P")
      context.insert(old)
      try context.save()
      let identifier = old.persistentModelID
      let new = Port("P")
      new.visits = 3
      context.insert(new)
      try context.save()
      let last = try #require(try context.history().last)
      #expect(last.changes.map(\.changedPersistentIdentifier) == [identifier])
      #expect(last.summary == ["update Port name visits voyages"])
    }
  }

  @Test(
    "A new object that turns out to be another new one is inserted once", arguments: Place.builtIn)
  func upsertOfNew(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      context.insert(Port("there"))
      try context.save()
      for name in ["P", "P", "there", "there"] { context.insert(Port(name)) }
      try context.save()
      let last = try #require(try context.history().last)
      #expect(last.summary == ["insert Port", "update Port name visits voyages"])
      let stored = try ModelContext(container).fetch(FetchDescriptor<Fixtures.Port>())
      #expect(
        Set(last.changes.map(\.changedPersistentIdentifier)) == Set(stored.map(\.persistentModelID))
      )
    }
  }

  @Test("The notification of a save carries the token", arguments: Place.allCases)
  func notification(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let identity = ObjectIdentifier(context)
      let tokens = Mutex<[[String: any HistoryToken]]>([])
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: nil, queue: nil
      ) { notification in
        guard let sender = notification.object as? ModelContext,
          ObjectIdentifier(sender) == identity
        else { return }
        let key = ModelContext.NotificationKey.historyTokens.rawValue
        if let found = notification.userInfo?[key] as? [String: any HistoryToken] {
          tokens.withLock { $0.append(found) }
        }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      context.insert(Voyage("A"))
      try context.save()
      try context.delete(model: Voyage.self)
      let transactions = try context.history()
      let told = tokens.withLock { $0 }
      #expect(told.count == 2)
      #expect(
        told.map { $0.values.compactMap { ($0 as? DefaultHistoryToken)?.id } }
          == transactions.map { [$0.token.id] })
    }
  }
}
