public import SwiftData

// The contents of a package of its own. The tests of sync have a link to this file.

public enum MemoSchemaV1: VersionedSchema {
  public static let versionIdentifier = Schema.Version(1, 0, 0)
  public static var models: [any PersistentModel.Type] { [Memo.self, MemoFolder.self] }
}

extension MemoSchemaV1 {
  @Model
  public final class Memo {
    public var title: String
    public var text: String = ""
    public var created: Date = Date.now
    public var folder: MemoFolder?

    public init(title: String, text: String = "", folder: MemoFolder? = nil) {
      self.title = title
      self.text = text
      self.folder = folder
    }
  }

  @Model
  public final class MemoFolder {
    public var name: String
    @Relationship(deleteRule: .nullify, inverse: \Memo.folder) public var memos: [Memo] = []

    public init(name: String) { self.name = name }
  }
}

public typealias CurrentMemoSchema = MemoSchemaV1
public typealias Memo = CurrentMemoSchema.Memo
public typealias MemoFolder = CurrentMemoSchema.MemoFolder

public enum MemoMigrationPlan: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] { [MemoSchemaV1.self] }
  public static var stages: [MigrationStage] { [] }
}

/// Owns the shared container and hands out handlers.
public final class MemoProvider: Sendable {
  public let container: ModelContainer

  public static let preview: Result<MemoProvider, any Error> = Result {
    try MemoProvider(ModelConfiguration(isStoredInMemoryOnly: true))
  }

  public init(_ configuration: ModelConfiguration) throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: CurrentMemoSchema.self),
      migrationPlan: MemoMigrationPlan.self,
      configurations: configuration
    )
  }

  /// Returns the provider of a store that no other test uses.
  public static func forTest(in directory: URL?, name: String = #function) throws -> MemoProvider {
    guard let directory else {
      return try MemoProvider(ModelConfiguration(isStoredInMemoryOnly: true))
    }
    let file = name.prefix { $0.isLetter }
    return try MemoProvider(
      ModelConfiguration(url: directory.appendingPathComponent("\(file).sqlite"))
    )
  }

  public func handlerFactory() -> @Sendable () async -> MemoHandler {
    let container = container
    return { MemoHandler(modelContainer: container) }
  }

  public func mainHandlerFactory() -> @Sendable @MainActor () async -> MemoHandler {
    let container = container
    return { MemoHandler(mainContextOf: container) }
  }
}

@ModelActor
public actor MemoHandler {
  @MainActor
  public init(mainContextOf container: ModelContainer) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: container.mainContext)
  }

  @discardableResult
  public func create(title: String, in folder: PersistentIdentifier? = nil) throws
    -> PersistentIdentifier
  {
    let memo = Memo(title: title)
    modelContext.insert(memo)
    if let folder { memo.folder = self[folder, as: MemoFolder.self] }
    try modelContext.save()
    return memo.persistentModelID
  }

  public func createFolder(_ name: String) throws -> PersistentIdentifier {
    let folder = MemoFolder(name: name)
    modelContext.insert(folder)
    try modelContext.save()
    return folder.persistentModelID
  }

  @discardableResult
  public func update(_ id: PersistentIdentifier, text: String) throws -> Bool {
    guard let memo = self[id, as: Memo.self] else { return false }
    memo.text = text
    try modelContext.save()
    return true
  }

  public func move(_ id: PersistentIdentifier, to folder: PersistentIdentifier?) throws {
    self[id, as: Memo.self]?.folder = folder.flatMap { self[$0, as: MemoFolder.self] }
    try modelContext.save()
  }

  public func delete(_ id: PersistentIdentifier) throws {
    guard let memo = self[id, as: Memo.self] else { return }
    modelContext.delete(memo)
    try modelContext.save()
  }

  public func text(_ id: PersistentIdentifier) -> String? { self[id, as: Memo.self]?.text }

  public func count() throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Memo>())
  }
}
