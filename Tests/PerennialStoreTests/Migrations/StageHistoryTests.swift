import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Migrations: history")
struct StageHistoryTests {
  private let directory: ScratchDirectory
  private let configuration: ModelConfiguration

  init() throws {
    directory = try ScratchDirectory()
    configuration = ModelConfiguration(url: directory.file("regattas.store"))
  }

  private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  /// A store of the first version; the token of its last transaction.
  private func fill(_ configuration: ModelConfiguration) throws -> DefaultHistoryToken? {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: RegattasV1.self), configurations: configuration))
    for place in ["Kiel", "Hyères"] { context.insert(RegattasV1.Regatta(place, boats: 3)) }
    context.insert(RegattasV1.Heat(1))
    try context.save()
    return try context.fetchHistory(Descriptor()).last?.token
  }

  private func migrate(_ configuration: ModelConfiguration) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: RegattasV2.self), migrationPlan: RegattasPlan.self,
        configurations: configuration))
  }

  @Test("Who follows a store by tokens learns what a migration's code did")
  func transactions() throws {
    let token = try #require(try fill(configuration))
    let context = try migrate(configuration)
    let titles = try context.fetch(FetchDescriptor<RegattasV2.Regatta>()).map(\.title)
    #expect(Set(titles) == ["Hyères 4", ""])
    let found = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
    #expect(found.map(\.author) == ["before", "before", "after"])
    let changes = found.flatMap(\.changes)
    // The heats are of an entity that is gone.
    #expect(changes.allSatisfy { $0.changedPersistentIdentifier.entityName == "Regatta" })
    let deleted = changes.compactMap { change -> String? in
      guard case .delete(let deletion as DefaultHistoryDelete<RegattasV2.Regatta>) = change
      else { return nil }
      return deletion.tombstone[\.place] as? String
    }
    #expect(deleted == ["Kiel"])
    let updated = changes.compactMap { change -> [AnyKeyPath]? in
      guard case .update(let update as DefaultHistoryUpdate<RegattasV2.Regatta>) = change
      else { return nil }
      return update.updatedAttributes.map { $0 as AnyKeyPath }
    }
    // The first was called otherwise when it changed.
    #expect(updated == [[\RegattasV2.Regatta.entries], [\RegattasV2.Regatta.title]])
    let inserted = changes.compactMap { change -> PersistentIdentifier? in
      guard case .insert(let insertion) = change else { return nil }
      return insertion.changedPersistentIdentifier
    }
    #expect(
      try inserted.map { try context.existingModel(for: $0) as? RegattasV2.Regatta }
        .map { $0?.place } == ["Cowes"])
    #expect(
      try RawDatabase(directory.file("regattas.store"))
        .value("SELECT count(*) FROM _perennial_tombstones WHERE entity = 'Heat'") == "0")
  }

  @Test("Later transactions follow")
  func later() throws {
    let token = try #require(try fill(configuration))
    let context = try migrate(configuration)
    context.author = "later"
    context.insert(RegattasV2.Regatta("Palma"))
    try context.save()
    let found = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
    #expect(found.map(\.author) == ["before", "before", "after", "later"])
    #expect(found.map(\.token) == found.map(\.token).sorted())
  }

  @Test("A store without history has none of its migration either")
  func without() throws {
    var configuration = configuration
    configuration.historyRetention = .none
    _ = try? fill(configuration)
    let context = try migrate(configuration)
    #expect(try context.fetchCount(FetchDescriptor<RegattasV2.Regatta>()) == 2)
    let tables = try RawDatabase(directory.file("regattas.store"))
      .value("SELECT count(*) FROM sqlite_master WHERE name = '_perennial_history'")
    #expect(tables == "0")
  }
}
