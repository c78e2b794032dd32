import Foundation
import Observation
import StoreTesting
public import SwiftData
import Synchronization
import Testing

@testable import Fixtures

// MARK: The app

@Model
public final class Clipping {
  @Attribute(.unique) public var address: String
  public var title: String
  public var isRead = false

  public init(_ address: String, title: String) {
    self.address = address
    self.title = title
  }
}

/// A kind of container that a controller can build: the real one, or a substitute in a test.
public protocol ContainerBuilding {
  static func container(
    for schema: Schema, _ configuration: ModelConfiguration
  ) throws -> ModelContainer
}

public enum StandardContainer: ContainerBuilding {
  public static func container(
    for schema: Schema, _ configuration: ModelConfiguration
  ) throws -> ModelContainer {
    try ModelContainer(for: schema, configurations: configuration)
  }
}

/// The one place that builds containers, and the contexts that belong to them.
public final class PersistenceController: Sendable {
  /// Everything in which the variants differ.
  public struct Variant: Sendable {
    var name: String
    var directory: URL?
    var usesCloud = false
    var mergePolicy = MergePolicy.mergeByPropertyObjectTrump
    var automaticallyMergesChanges = true
    var prepare: @Sendable (ModelContext) throws -> Void = { _ in }

    public static func production(in directory: URL) -> Variant {
      Variant(
        name: "production", directory: directory, usesCloud: true,
        mergePolicy: .mergeByPropertyObjectTrump)
    }

    /// Shares the app's store, which lies in a directory of the app group; the app has the last
    /// word.
    public static func appExtension(in directory: URL) -> Variant {
      Variant(
        name: "extension", directory: directory, mergePolicy: .mergeByPropertyStoreTrump,
        automaticallyMergesChanges: false)
    }

    public static var preview: Variant {
      Variant(
        name: "preview", mergePolicy: .rollback,
        prepare: { context in
          for number in 1...3 {
            context.insert(Clipping("https://example.com/\(number)", title: "Example \(number)"))
          }
        })
    }

    public static var test: Variant { Variant(name: "test", mergePolicy: .error) }
  }

  public let variant: Variant
  public let container: ModelContainer

  /// - Throws: What opening the store throws; the caller decides what the user sees.
  public init(
    _ variant: Variant, container type: any ContainerBuilding.Type = StandardContainer.self
  ) throws {
    self.variant = variant
    let schema = Schema([Clipping.self])
    let configuration =
      variant.directory.map {
        ModelConfiguration(
          "clippings", schema: schema, url: $0.appendingPathComponent("clippings.store"),
          cloudKitDatabase: variant.usesCloud ? .automatic : .none)
      } ?? ModelConfiguration("clippings", schema: schema, isStoredInMemoryOnly: true)
    container = try type.container(for: schema, configuration)
    let context = newContext()
    try variant.prepare(context)
    try context.save()
  }

  /// A context with the settings of the variant.
  public func newContext() -> ModelContext {
    let context = ModelContext(container)
    apply(to: context)
    return context
  }

  @MainActor public var viewContext: ModelContext {
    apply(to: container.mainContext)
    return container.mainContext
  }

  private func apply(to context: ModelContext) {
    context.author = variant.name
    if context.mergePolicy != variant.mergePolicy { context.mergePolicy = variant.mergePolicy }
    context.automaticallyMergesChanges = variant.automaticallyMergesChanges
  }
}

// MARK: What is expected of it

private enum CountingContainer: ContainerBuilding {
  static let count = Mutex(0)

  static func container(
    for schema: Schema, _ configuration: ModelConfiguration
  ) throws -> ModelContainer {
    count.withLock { $0 += 1 }
    return try StandardContainer.container(for: schema, configuration)
  }
}

private enum RefusingContainer: ContainerBuilding {
  struct Refusal: Error {}
  static func container(
    for schema: Schema, _ configuration: ModelConfiguration
  ) throws -> ModelContainer { throw Refusal() }
}

@Suite("UC3 A persistence controller that scales")
struct PersistenceControllerTests {
  private let directory: ScratchDirectory
  private static let address = "https://example.com"

  init() throws { directory = try ScratchDirectory() }

  /// The app and its extension, on one file.
  private func pair() throws -> (app: PersistenceController, other: PersistenceController) {
    (
      try PersistenceController(.production(in: directory.url)),
      try PersistenceController(.appExtension(in: directory.url))
    )
  }

  private func clipping(_ context: ModelContext) throws -> Clipping {
    try #require(try context.fetch(FetchDescriptor<Clipping>()).first)
  }

  @Test("Each variant has its own store, policy and way of merging")
  @MainActor
  func variants() throws {
    let (app, other) = try pair()
    let (preview, test) = (
      try PersistenceController(.preview), try PersistenceController(.test)
    )
    let all = [app, other, preview, test]
    #expect(
      all.map { $0.newContext().mergePolicy } == [
        .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .rollback, .error,
      ])
    #expect(all.map { $0.viewContext.mergePolicy } == all.map { $0.newContext().mergePolicy })
    #expect(all.map { $0.viewContext.automaticallyMergesChanges } == [true, false, true, true])
    let configurations = try all.map { try #require($0.container.configurations.first) }
    #expect(configurations.map(\.isStoredInMemoryOnly) == [false, false, true, true])
    #expect(configurations[0].url == configurations[1].url)
    #expect(
      try all.map { try $0.newContext().fetchCount(FetchDescriptor<Clipping>()) } == [0, 0, 3, 0])
  }

  @Test("Previews have data, each its own, and nothing of it reaches a disk")
  func previews() throws {
    let (first, second) = (
      try PersistenceController(.preview), try PersistenceController(.preview)
    )
    let context = first.newContext()
    try context.delete(model: Clipping.self)
    #expect(try first.newContext().fetchCount(FetchDescriptor<Clipping>()) == 0)
    #expect(try second.newContext().fetchCount(FetchDescriptor<Clipping>()) == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  @Test("The app shows what its extension saves; the extension looks when it wants to")
  func sharing() async throws {
    let (app, other) = try pair()
    let (here, there) = (app.newContext(), other.newContext())
    there.insert(Clipping(Self.address, title: "shared"))
    try there.save()
    let mine = try clipping(here)
    let yours = try clipping(there)
    let told = Mutex(false)
    withObservationTracking {
      _ = mine.title
    } onChange: {
      told.withLock { $0 = true }
    }
    yours.title = "changed by the extension"
    try there.save()
    #expect(try await eventually { told.withLock { $0 } })
    #expect(mine.title == "changed by the extension")
    mine.title = "changed by the app"
    try here.save()
    _ = try there.fetch(FetchDescriptor<Clipping>())
    #expect(yours.title == "changed by the extension")
    try there.refreshAllObjects()
    #expect(yours.title == "changed by the app")
    let authors = try here.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .compactMap(\.author)
    #expect(authors == ["extension", "extension", "production"])
  }

  @Test("In a conflict the app has the last word, whoever saves first", arguments: [true, false])
  func conflict(isAppFirst: Bool) throws {
    let (app, other) = try pair()
    let (here, there) = (app.newContext(), other.newContext())
    here.insert(Clipping(Self.address, title: "old"))
    try here.save()
    let (mine, yours) = (try clipping(here), try clipping(there))
    mine.title = "by the app"
    yours.title = "by the extension"
    yours.isRead = true
    for context in isAppFirst ? [here, there] : [there, here] { try context.save() }
    let raw = try RawDatabase(directory.file("clippings.store"))
    #expect(try raw.rows("SELECT title, isRead FROM Clipping") == [["by the app", "1"]])
    try there.refreshAllObjects()
    #expect(yours.title == "by the app" && yours.isRead)
    _ = try here.fetch(FetchDescriptor<Clipping>())
    #expect(mine.title == "by the app" && mine.isRead)
  }

  @Test("Both add the same clipping: there is one, as the app has it", arguments: [true, false])
  func sameClipping(isAppFirst: Bool) throws {
    let (app, other) = try pair()
    let (here, there) = (app.newContext(), other.newContext())
    here.insert(Clipping(Self.address, title: "by the app"))
    there.insert(Clipping(Self.address, title: "by the extension"))
    for context in isAppFirst ? [here, there] : [there, here] { try context.save() }
    let raw = try RawDatabase(directory.file("clippings.store"))
    #expect(try raw.rows("SELECT title FROM Clipping") == [["by the app"]])
    #expect(try clipping(here).title == "by the app")
    try there.refreshAllObjects()
    #expect(try clipping(there).title == "by the app")
  }

  @Test("In tests a conflict is an error that says everything")
  func strict() throws {
    let controller = try PersistenceController(.test)
    let (here, there) = (controller.newContext(), controller.newContext())
    here.insert(Clipping(Self.address, title: "old"))
    try here.save()
    let (mine, yours) = (try clipping(here), try clipping(there))
    mine.title = "mine"
    yours.title = "yours"
    try there.save()
    let error = try refusal { try here.save() }
    let conflict = try #require(error.conflicts.first)
    #expect(error == .mergeConflict && error.conflicts.count == 1)
    #expect(conflict.propertyName == "title")
    #expect(conflict.snapshotValue as? String == "old")
    #expect(conflict.objectValue as? String == "mine")
    #expect(conflict.storedValue as? String == "yours")
  }

  @Test("What goes wrong when a store is opened is the caller's to show")
  func loadErrors() throws {
    let url = directory.file("clippings.store")
    let text = Data(String(repeating: "This is no store. ", count: 100).utf8)
    try text.write(to: url)
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try PersistenceController(.production(in: directory.url))
    }
    #expect(try Data(contentsOf: url) == text)
    // A file where the directory ought to be.
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try PersistenceController(.appExtension(in: url))
    }
    #expect(throws: RefusingContainer.Refusal.self) {
      try PersistenceController(.test, container: RefusingContainer.self)
    }
  }

  @Test("The container's type is injected, and a singleton is made once")
  func injection() async throws {
    CountingContainer.count.withLock { $0 = 0 }
    enum Shared {
      static let controller = Result {
        try PersistenceController(.test, container: CountingContainer.self)
      }
    }
    let identities = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for number in 0..<32 {
        group.addTask {
          let controller = try Shared.controller.get()
          let context = controller.newContext()
          context.insert(Clipping("\(number)", title: "by a task"))
          try context.save()
          return ObjectIdentifier(controller)
        }
      }
      return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(identities.count == 1)
    #expect(CountingContainer.count.withLock { $0 } == 1)
    let context = try Shared.controller.get().newContext()
    #expect(try context.fetchCount(FetchDescriptor<Clipping>()) == 32)
  }
}
