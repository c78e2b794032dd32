import Foundation
import SwiftData
import Testing

/// The history of changes: transactions, changes, tokens and tombstones.
///
/// A save is a transaction with its author. Its changes are one insertion, update or deletion for each
/// object. A deletion has the attributes that are declared with `.preserveValueOnDeletion`, and no others.
/// A token is ordered and `Codable`, so that a program can store it and continue after it:
///
/// ```swift
/// let later = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
/// ```
@Suite("Conformance: history")
struct HistoryConformance {
  private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  @Test("One transaction for each save, with its changes", arguments: [Stage.file, .memory, .json])
  func transactions(stage: Stage) throws {
    try stage.with { context in
      context.author = "first"
      let expedition = Expedition("Gasherbrum", 1958)
      try context.add(expedition)
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
      #expect(update.transactionIdentifier == found[1].transactionIdentifier)
      #expect(delete.transactionIdentifier == found[2].transactionIdentifier)
      #expect(insert.changeIdentifier != update.changeIdentifier)
      #expect(update.changeIdentifier != delete.changeIdentifier)
      #expect(insert.changedPersistentIdentifier == identifier)
      #expect(update.changedPersistentIdentifier == identifier)
      #expect(delete.changedPersistentIdentifier == identifier)
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
    try stage.with { context in
      for name in ["a", "b", "c"] {
        try context.add(Summit(name))
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

  @Test("What holds for every kind of transaction and token")
  func protocols() throws {
    let context = ModelContext(try memoryContainer())
    context.author = "somebody"
    let summit = Summit("Piz Badile", 1)
    try context.add(summit)
    summit.height = 3305
    try context.save()
    context.delete(summit)
    try context.save()
    let found = try context.fetchHistory(Descriptor.init(predicate: nil))
    #expect(types(of: DefaultHistoryTransaction.self).0 is DefaultHistoryToken.Type)
    #expect(types(of: DefaultHistoryTransaction.self).1 is Int64.Type)
    for transaction in found { check(transaction, summit.persistentModelID) }
    let token = try #require(found.first?.token)
    #expect(value(of: token) is [String: Int64])
    #expect(DefaultHistoryToken.TokenType.self == [String: Int64].self)
  }

  private func types<T: HistoryTransaction>(of type: T.Type) -> (Any.Type, Any.Type) {
    (T.TokenType.self, T.TransactionIdentifier.self)
  }

  private func value<T: HistoryToken>(of token: T) -> Any? {
    #expect(!token.storeIdentifier.isEmpty)
    let value: T.TokenType? = token.tokenValue
    return value
  }

  private func check<T: HistoryTransaction>(_ transaction: T, _ changed: PersistentIdentifier) {
    #expect(transaction.author == "somebody")
    #expect(transaction.timestamp <= Date())
    #expect(transaction.token == transaction.token)
    #expect(transaction.transactionIdentifier == transaction.transactionIdentifier)
    #expect(!transaction.storeIdentifier.isEmpty)
    #expect(transaction.changes.count == 1)
    for change in transaction.changes {
      switch change {
      case .insert(let insert): check(insert, changed)
      case .update(let update): check(update, changed)
      case .delete(let delete): check(delete, changed)
      }
    }
  }

  private func check<C: HistoryInsert>(_ change: C, _ changed: PersistentIdentifier) {
    let (number, transaction): (C.ChangeIdentifier, C.TransactionIdentifier) =
      (change.changeIdentifier, change.transactionIdentifier)
    #expect("\(number)\(transaction)".isEmpty == false)
    #expect(C.Model.self == Summit.self)
    #expect(change.changedPersistentIdentifier == changed)
  }

  private func check<C: HistoryUpdate>(_ change: C, _ changed: PersistentIdentifier) {
    let (number, transaction): (C.ChangeIdentifier, C.TransactionIdentifier) =
      (change.changeIdentifier, change.transactionIdentifier)
    #expect("\(number)\(transaction)".isEmpty == false)
    #expect(C.Model.self == Summit.self)
    #expect(change.changedPersistentIdentifier == changed)
    let attributes: [any C.PropertyUpdate] = change.updatedAttributes
    #expect(attributes.map { $0 as AnyKeyPath } == [\Summit.height])
  }

  private func check<C: HistoryDelete>(_ change: C, _ changed: PersistentIdentifier) {
    let (number, transaction): (C.ChangeIdentifier, C.TransactionIdentifier) =
      (change.changeIdentifier, change.transactionIdentifier)
    #expect("\(number)\(transaction)".isEmpty == false)
    #expect(C.Model.self == Summit.self)
    #expect(change.changedPersistentIdentifier == changed)
    let values: [HistoryTombstone<C.Model>.Element] = Array(change.tombstone)
    #expect(values.isEmpty)
  }

  @Test("A store that has a history tells its kind")
  func providers() throws {
    func readAndDelete<P: HistoryProviding>(_ provider: P) throws -> [P.HistoryType] {
      #expect(P.historyType == P.HistoryType.self)
      let found = try provider.fetchHistory(HistoryDescriptor())
      try provider.deleteHistory(HistoryDescriptor())
      return found
    }
    try inDirectory { directory in
      let configuration = ModelConfiguration(
        schema: Schema([Summit.self]), url: directory.appendingPathComponent("a.store"))
      let container = try ModelContainer(for: Summit.self, configurations: configuration)
      let context = ModelContext(container)
      try context.add(Summit("Piz Cengalo"))
      let store = try DefaultStore(configuration)
      #expect(try readAndDelete(store).count == 1)
      #expect(try readAndDelete(store).isEmpty)
    }
  }
}
