import Foundation
@testable import Perennial
import PerennialSQLite
import StoreTesting
import SwiftData
import Testing

@Suite("A save to a synced store is as cheap as a save to any other store")
struct SyncedSaveTests {
  /// A store that has exchanged all changes with a hub, and one with the same objects that is not synced.
  private struct Pair {
    let synced: Device
    let plain: ModelContext
    private let directory: ScratchDirectory

    init() throws {
      synced = try Device()
      directory = try ScratchDirectory()
      plain = ModelContext(
        try ModelContainer(
          for: Schema(Kitchen.models),
          configurations: ModelConfiguration(url: directory.file("plain.store"))))
      try run { context in
        for number in 0..<20 { context.insert(Recipe("recipe \(number)", minutes: number)) }
        for number in 0..<5 { context.insert(Tag("tag \(number)")) }
      }
      try run { context in
        let recipe = try SyncedSaveTests.recipe(4, in: context)
        recipe.tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [.init(\.name)]))
      }
      try synced.sync(with: MemoryHub())
    }

    var contexts: [ModelContext] { [synced.context, plain] }

    /// Performs work in both stores, and saves.
    func run(_ work: (ModelContext) throws -> Void) throws {
      for context in contexts {
        try work(context)
        try context.save()
      }
    }

    /// Returns the statements of a save of the synced store, and of the other one.
    func statements(_ work: (ModelContext) throws -> Void) throws -> (synced: [String], [String]) {
      let logs = try contexts.map { context in
        try StatementLog.statements(of: context.container) {
          try work(context)
          try context.save()
        }
      }
      return (logs[0], logs[1])
    }

    /// The number of pages of the files that are in use, the synced one first. What an exchange has written and removed
    /// leaves free pages, which later saves use.
    func pages() throws -> [Int64] {
      try contexts.map { context in
        try context.container.coordinator.stores[0].exclusively {
          try $0.integers("PRAGMA page_count")[0] - $0.integers("PRAGMA freelist_count")[0]
        }
      }
    }

    /// The number of pages that the stores have written, the synced one first.
    func writtenPages() throws -> [Int32] {
      contexts.map { context in
        context.container.coordinator.stores[0].exclusively { connection in
          var (count, highest): (Int32, Int32) = (0, 0)
          sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
          return count
        }
      }
    }
  }

  private static func recipe(_ number: Int, in context: ModelContext) throws -> Recipe {
    let title = "recipe \(number)"
    return try #require(
      try context.fetch(FetchDescriptor<Recipe>(predicate: #Predicate { $0.title == title })).first)
  }

  /// A change that a user saves.
  enum Change: CaseIterable {
    case insertion, edit, form, reference, link, order, deletion, batch, batchDeletion

    func perform(in context: ModelContext) throws {
      let recipe = try SyncedSaveTests.recipe(3, in: context)
      switch self {
      case .insertion: context.insert(Recipe("new"))
      case .edit: recipe.minutes += 1
      case .form:
        recipe.title = recipe.title
        recipe.minutes = recipe.minutes
        recipe.note = "edited"
      case .reference: recipe.cook = Cook("Ann")
      case .link: recipe.tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [.init(\.name)]))
      case .order:
        let other = try SyncedSaveTests.recipe(4, in: context)
        other.tags = other.tags.reversed()
      case .deletion: context.delete(recipe)
      case .batch:
        try context.update(
          model: Recipe.self, where: #Predicate { $0.minutes > 5 }, setting: [.set(\.note, to: "x")]
        )
      case .batchDeletion:
        try context.delete(model: Recipe.self, where: #Predicate { $0.minutes > 5 })
      }
    }
  }

  @Test("It runs the same statements", arguments: Change.allCases)
  func statements(_ change: Change) throws {
    let (synced, plain) = try Pair().statements(change.perform)
    #expect(synced == plain)
    // The row, its transaction in the history, and the beginning and the end of the transaction.
    #expect(plain.count > 3 && plain.contains { $0.contains("COMMIT") })
  }

  @Test("It writes no byte and no page more")
  func bytes() throws {
    let pair = try Pair()
    let (size, written) = (try pair.pages(), try pair.writtenPages())
    for number in 0..<400 {
      try pair.run { context in
        try Self.recipe(number % 20, in: context).minutes = 1000 + number
        context.insert(Recipe("another \(number)", minutes: number))
      }
    }
    let growth = zip(size, try pair.pages()).map { $1 - $0 }
    #expect(growth[0] == growth[1] && growth[1] > 4)
    let pages = zip(written, try pair.writtenPages()).map { $1 - $0 }
    #expect(pages[0] == pages[1] && pages[1] > 400)
  }
}
