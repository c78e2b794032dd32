import Foundation
import SwiftData
import Testing

@Suite("Conformance: history")
struct HistoryConformance {
  private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  @Test("One transaction for each save, with its changes", arguments: [Stage.file, .memory, .json])
  func transactions(stage: Stage) throws {
    try stage.with { container in
      let context = ModelContext(container)
      context.author = "first"
      let expedition = Expedition("Gasherbrum", 1958)
      context.insert(expedition)
      try context.save()
      context.author = "second"
      expedition.year = 1959
      try context.save()
      context.delete(expedition)
      let (identifier, code) = (expedition.persistentModelID, expedition.code)
      try context.save()

      let found = try context.fetchHistory(Descriptor())
      #expect(found.map(\.author) == ["first", "second", "second"])
      #expect(found.map(\.timestamp) == found.map(\.timestamp).sorted())
      #expect(Set(found.map(\.storeIdentifier)).count == 1)
      #expect(found.allSatisfy { !$0.bundleIdentifier.isEmpty && !$0.processIdentifier.isEmpty })
      #expect(found.map(\.transactionIdentifier) == found.map(\.id))
      #expect(found.map(\.token) == found.map(\.token).sorted())
      let changes: [HistoryChange] = found.flatMap(\.changes)
      #expect(changes.count == 3)
      for change in changes {
        #expect(change.changedPersistentIdentifier == identifier)
      }
      guard case .insert(let insert as DefaultHistoryInsert<Expedition>)? = found[0].changes.first,
        case .update(let update as DefaultHistoryUpdate<Expedition>)? = found[1].changes.first,
        case .delete(let delete as DefaultHistoryDelete<Expedition>)? = found[2].changes.first
      else {
        Issue.record("an insertion, an update and a deletion")
        return
      }
      #expect(insert.transactionIdentifier == found[0].transactionIdentifier)
      #expect(insert.changeIdentifier != update.changeIdentifier)
      #expect(update.updatedAttributes.contains { $0 == \Expedition.year })
      #expect(delete.tombstone[\.code] as? UUID == code)
      #expect(delete.tombstone[\.name] == nil)
      #expect(Array(delete.tombstone).count == 1)
      var values: HistoryTombstone<Expedition>.Iterator = delete.tombstone.makeIterator()
      #expect(values.next() as? UUID == code)
    }
  }

  @Test("From a token on", arguments: [Stage.file, .memory])
  func tokens(stage: Stage) throws {
    try stage.with { container in
      let context = ModelContext(container)
      for name in ["a", "b", "c"] {
        context.insert(Summit(name))
        try context.save()
      }
      let all = try context.fetchHistory(Descriptor())
      let first = try #require(all.first?.token)
      #expect(first < all[1].token)
      #expect(first.tokenValue?.count == 1)
      #expect(first.storeIdentifier == all[0].storeIdentifier)
      _ = first.id
      let copy = try JSONDecoder().decode(
        DefaultHistoryToken.self, from: JSONEncoder().encode(first))
      #expect(copy == first)
      let later = Descriptor(predicate: #Predicate { $0.token > copy })
      #expect(try context.fetchHistory(later).count == 2)
      var newest = Descriptor(
        predicate: nil, sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
      newest.fetchLimit = 1
      #expect(try context.fetchHistory(newest).map(\.id) == [all[2].id])
      #expect(newest.predicate == nil)
      #expect(newest.sortBy.count == 1)
      try context.deleteHistory(Descriptor())
      #expect(try context.fetchHistory(Descriptor()).isEmpty)
    }
  }

  @Test("The protocols")
  func protocols() {
    func check<T: HistoryTransaction>(_ type: T.Type) -> (Any.Type, Any.Type) {
      (T.TokenType.self, T.TransactionIdentifier.self)
    }
    #expect(check(DefaultHistoryTransaction.self).0 == DefaultHistoryToken.self)
    #expect(check(DefaultHistoryTransaction.self).1 == Int64.self)
    func check<T: HistoryToken>(_ type: T.Type) -> Any.Type { T.TokenType.self }
    #expect(check(DefaultHistoryToken.self) == [String: Int64].self)
    // Such a key path is what the protocol calls a `PropertyUpdate`.
    func updated<U: HistoryUpdate>(_ update: U) -> [any PartialKeyPath<U.Model> & Sendable] {
      update.updatedAttributes
    }
    func identify(_ insert: any HistoryInsert) -> PersistentIdentifier {
      insert.changedPersistentIdentifier
    }
    func preserved<D: HistoryDelete>(_ delete: D) -> HistoryTombstone<D.Model> { delete.tombstone }
    #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
    func provide<P: HistoryProviding>(_ provider: P) throws -> [P.HistoryType] {
      try provider.deleteHistory(HistoryDescriptor())
      return try provider.fetchHistory(HistoryDescriptor())
    }
  }
}
