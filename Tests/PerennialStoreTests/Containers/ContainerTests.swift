import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Containers")
struct ContainerTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private var memory: ModelConfiguration { ModelConfiguration(isStoredInMemoryOnly: true) }

  private func names(_ container: ModelContainer) -> Set<String> {
    Set(container.schema.entities.map(\.name))
  }

  // MARK: Ways to make one

  @Test("Every spelling of an initialiser")
  func initialisers() throws {
    let all: Set<String> = ["Author", "Book", "Genre", "Loan"]
    let url = directory.file("spelling.store")
    let schema = Schema([Author.self], version: Schema.Version(2, 1, 0))
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let containers = [
      try ModelContainer(for: Author.self, configurations: configuration),
      try ModelContainer(
        for: Author.self,
        Book.self,
        configurations: .init(isStoredInMemoryOnly: true)
      ),
      try ModelContainer(for: schema, configurations: configuration),
      try ModelContainer(for: schema, configurations: [configuration]),
      try ModelContainer(for: schema, migrationPlan: nil, configurations: configuration),
      try ModelContainer(for: .init([Author.self]), configurations: configuration),
      try ModelContainer(for: Schema(Author.self, Genre.self), configurations: configuration),
      try ModelContainer(
        for: Schema(versionedSchema: LibrarySchema.self),
        migrationPlan: LibraryPlan.self,
        configurations: configuration
      ),
      try ModelContainer(for: Schema(LibrarySchema.models), configurations: configuration),
      try ModelContainer(
        for: Author.self,
        migrationPlan: LibraryPlan.self,
        configurations: configuration
      ),
      try ModelContainer(
        for: Author.self,
        configurations: ModelConfiguration(url: url)
      ),
      try ModelContainer(
        for: schema,
        configurations: ModelConfiguration("named", schema: nil, isStoredInMemoryOnly: true)
      ),
    ]
    for container in containers {
      #expect(names(container) == all)
      #expect(container.configurations.count == 1)
    }
    #expect(containers[2].schema.version == Schema.Version(2, 1, 0))
    #expect(containers[2].migrationPlan == nil)
    #expect(containers[7].schema.version == LibrarySchema.versionIdentifier)
    #expect(containers[7].migrationPlan == LibraryPlan.self)
  }

  @Test("The models that a listed one is related to are part of the schema")
  func closure() throws {
    let container = try ModelContainer(for: Loan.self, configurations: memory)
    #expect(names(container) == ["Author", "Book", "Genre", "Loan"])
    let context = ModelContext(container)
    context.insert(Genre(name: "g"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Genre>()) == 1)
  }

  @Test("A model listed twice counts once")
  func listedTwice() throws {
    let container = try ModelContainer(for: Author.self, Author.self, configurations: memory)
    #expect(container.schema.entities.count == 4)
  }

  @Test("A container without models")
  func noModels() throws {
    let container = try ModelContainer(for: Schema(), configurations: memory)
    #expect(container.schema.entities.isEmpty)
    #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContext(container).fetch(FetchDescriptor<Author>())
    }
  }

  // MARK: Configurations

  @Test("13.14 The default store lies in a directory of the program's own")
  func programDirectory() throws {
    let support = try #require(
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first)
    let program = try #require(Bundle.main.executableURL).lastPathComponent
    let name = Bundle.main.bundleIdentifier ?? program
    let plain = ModelConfiguration()
    let directory = plain.url.deletingLastPathComponent()
    #expect(directory.path == support.appendingPathComponent(name).path)
    // All that have no group of their own are there, and those without a name are the same store.
    #expect(
      ModelConfiguration("Notes", groupContainer: .none).url.path == directory.path + "/Notes.store"
    )
    #expect(ModelConfiguration(schema: Schema([Author.self])).url == plain.url)
    #expect(ModelConfiguration(for: Author.self).url == plain.url)
    // A group is shared by programs.
    let group = ModelConfiguration(groupContainer: .identifier("group.example"))
    #expect(!group.url.path.hasPrefix(directory.path + "/"))
  }

  @Test(
    "13.14 A program's directory is called after its bundle, or else its executable",
    arguments: [
      ("org.example.trips", "trips", "org.example.trips"), (nil, "trips", "trips"),
      (nil, "Trips.EXE", "Trips"), ("", "trips-helper", "trips-helper"),
      (nil, "PackageTests.xctest", "PackageTests.xctest"), ("..", "a/../b", "a-..-b"),
      (nil, ".hidden", "hidden"), (nil, "", "Perennial"),
    ] as [(String?, String, String)])
  func programName(_ bundle: String?, _ executable: String, _ name: String) {
    #expect(DefaultDirectory.programName(bundleIdentifier: bundle, executable: executable) == name)
  }

  @Test("What the spellings of a configuration mean")
  func configurations() {
    let plain = ModelConfiguration()
    #expect(plain.name == "default")
    #expect(plain.url.lastPathComponent == "default.store")
    #expect(plain.allowsSave)
    #expect(!plain.isStoredInMemoryOnly)
    #expect(plain.schema == nil)
    #expect(plain.id == plain.url)

    let named = ModelConfiguration(
      "Notes",
      schema: nil,
      isStoredInMemoryOnly: false,
      allowsSave: true,
      groupContainer: .automatic,
      cloudKitDatabase: .none
    )
    #expect(named.name == "Notes")
    #expect(named.url.lastPathComponent == "Notes.store")

    let memory = ModelConfiguration("m", isStoredInMemoryOnly: true)
    #expect(memory.isStoredInMemoryOnly)
    #expect(memory.url == URL(fileURLWithPath: "/dev/null"))

    let url = directory.file("own.sqlite")
    let file = ModelConfiguration(url: url)
    #expect(file.url == url)
    #expect(file.name == "default")
    let full = ModelConfiguration(
      "full",
      schema: Schema([Author.self]),
      url: url,
      allowsSave: false,
      cloudKitDatabase: .private("iCloud.example")
    )
    #expect(full.name == "full")
    #expect(!full.allowsSave)
    #expect(full.schema?.entities.map(\.name) == ["Author"])
    #expect(full.cloudKitContainerIdentifier == "iCloud.example")

    let types = ModelConfiguration(for: Author.self, Book.self, isStoredInMemoryOnly: true)
    #expect(types.schema?.entities.map(\.name).sorted() == ["Author", "Book"])

    let group = ModelConfiguration("g", groupContainer: .identifier("group.example"))
    #expect(group.groupAppContainerIdentifier == "group.example")
    #expect(ModelConfiguration("g", groupContainer: .none).groupAppContainerIdentifier == nil)

    #expect(ModelConfiguration(url: url) == ModelConfiguration(url: url))
    #expect(ModelConfiguration(url: url) != ModelConfiguration("other", url: url))
    #expect(Set([file, file, full]).count == 2)
    #expect(!full.debugDescription.isEmpty)
  }

  @Test("A configuration with the URL /dev/null is one in memory")
  func devNull() throws {
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: "/dev/null"))
    #expect(configuration.isStoredInMemoryOnly)
    let container = try ModelContainer(for: Author.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    let other = try ModelContainer(for: Author.self, configurations: configuration)
    #expect(try ModelContext(other).fetchCount(FetchDescriptor<Author>()) == 0)
    #expect(container.configurations.map(\.url.path) == ["/dev/null"])
  }

  @Test("Each container in memory is an island, whatever its name")
  func islands() throws {
    let containers = try (0..<3).map { _ in
      try ModelContainer(
        for: Author.self,
        configurations: ModelConfiguration("same", isStoredInMemoryOnly: true)
      )
    }
    for (number, container) in containers.enumerated() {
      let context = ModelContext(container)
      for index in 0...number { context.insert(Author(name: "\(index)")) }
      try context.save()
    }
    #expect(
      try containers.map { try ModelContext($0).fetchCount(FetchDescriptor<Author>()) }
        == [1, 2, 3] as [Int]
    )
  }

  @Test("A store is made where its configuration says, directories included")
  func ownDirectory() throws {
    let url = directory.url.appendingPathComponent("a/b c/é/notes.sqlite")
    do {
      let container = try ModelContainer(
        for: Author.self,
        configurations: ModelConfiguration(url: url)
      )
      let context = ModelContext(container)
      context.insert(Author(name: "kept"))
      try context.save()
      #expect(context.container.configurations.map(\.url) == [url])
    }
    #expect(FileManager.default.fileExists(atPath: url.path))
    let again = try ModelContainer(
      for: Author.self,
      configurations: ModelConfiguration("other name", url: url)
    )
    #expect(try ModelContext(again).fetch(FetchDescriptor<Author>()).map(\.name) == ["kept"])
  }

  @Test("The identifier of a store stays with its file")
  func storeIdentifiers() throws {
    let url = directory.file("identified.store")
    func open() throws -> ModelContainer {
      try ModelContainer(for: Author.self, configurations: ModelConfiguration("one", url: url))
    }
    let first = try #require(try open().storeIdentifier(forConfigurationNamed: "one"))
    let container = try open()
    #expect(container.storeIdentifier(forConfigurationNamed: "one") == first)
    #expect(container.configurationName(forStoreIdentifier: first) == "one")
    #expect(container.storeIdentifier(forConfigurationNamed: "none") == nil)
    #expect(container.configurationName(forStoreIdentifier: "none") == nil)
    let author = Author(name: "a")
    let context = ModelContext(container)
    context.insert(author)
    try context.save()
    #expect(author.persistentModelID.storeIdentifier == first)
  }

  @Test("Names that cannot be files are refused")
  func badNames() {
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelContainer(
        for: Author.self,
        configurations: ModelConfiguration(String(repeating: "n", count: 300))
      )
    }
    for name in ["a/b", "a\0b"] {
      #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
        try ModelContainer(for: Author.self, configurations: ModelConfiguration(name))
      }
    }
  }

  // MARK: Several stores

  @Test("Disjoint configurations keep each model in its own file")
  func disjoint() throws {
    let first = directory.file("portable.store")
    let second = directory.file("inferred.store")
    let container = try ModelContainer(
      for: Schema([Portable.self, Inferred.self]),
      configurations: [
        ModelConfiguration("p", schema: Schema([Portable.self]), url: first),
        ModelConfiguration("i", schema: Schema([Inferred.self]), url: second),
      ]
    )
    let context = ModelContext(container)
    let portable = Portable(name: "p", amount: 1)
    let inferred = Inferred()
    context.insert(portable)
    context.insert(inferred)
    try context.save()
    #expect(container.configurations.count == 2)
    #expect(
      portable.persistentModelID.storeIdentifier
        == container.storeIdentifier(forConfigurationNamed: "p")
    )
    #expect(
      portable.persistentModelID.storeIdentifier != inferred.persistentModelID.storeIdentifier
    )
    func tables(_ url: URL) throws -> [String] {
      try RawDatabase(url).rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'"
      ).map { $0[0] }
    }
    #expect(try tables(first) == ["Portable"])
    #expect(try tables(second) == ["Inferred"])
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Portable>()).map(\.name) == ["p"])
    #expect(try other.fetchCount(FetchDescriptor<Inferred>()) == 1)
    try container.erase()
    #expect(try other.fetchCount(FetchDescriptor<Portable>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<Inferred>()) == 0)
  }

  @Test("Two configurations of one file are refused")
  func duplicates() {
    let url = directory.file("twice.store")
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Schema([Portable.self, Inferred.self]),
        configurations: [
          ModelConfiguration("p", schema: Schema([Portable.self]), url: url),
          ModelConfiguration("i", schema: Schema([Inferred.self]), url: url),
        ]
      )
    }
  }

  @Test("A configuration for a model that the container does not have is refused")
  func foreignConfiguration() {
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ModelContainer(
        for: Schema([Portable.self]),
        configurations: ModelConfiguration(
          schema: Schema([Portable.self, Inferred.self]),
          isStoredInMemoryOnly: true
        )
      )
    }
  }

  // MARK: Read-only

  @Test("A read-only store reads, and throws when it is to be written")
  func readOnly() throws {
    let url = directory.file("read-only.store")
    do {
      let context = ModelContext(
        try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
      )
      context.insert(Author(name: "kept"))
      try context.save()
    }
    let container = try ModelContainer(
      for: Author.self,
      configurations: ModelConfiguration(url: url, allowsSave: false)
    )
    let context = ModelContext(container)
    let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    #expect(author.name == "kept")
    try context.save()
    author.name = "changed"
    let error = #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
    #expect(error?.explanation.contains(url.path) == true)
    #expect(context.hasChanges)
    context.rollback()
    #expect(author.name == "kept")
    #expect(throws: SwiftDataError.readOnlyStore) { try container.erase() }
    #expect(throws: SwiftDataError.readOnlyStore) { try context.delete(model: Author.self) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test("A read-only store that does not exist is not made")
  func readOnlyMissing() {
    let url = directory.file("missing.store")
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Author.self,
        configurations: ModelConfiguration(url: url, allowsSave: false)
      )
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("A read-only container follows what another one writes to the file")
  func readOnlyFollows() throws {
    let url = directory.file("followed.store")
    let writer = ModelContext(
      try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
    )
    let reader = ModelContext(
      try ModelContainer(
        for: Author.self,
        configurations: ModelConfiguration(url: url, allowsSave: false)
      )
    )
    #expect(try reader.fetchCount(FetchDescriptor<Author>()) == 0)
    writer.insert(Author(name: "new"))
    try writer.save()
    #expect(try reader.fetch(FetchDescriptor<Author>()).map(\.name) == ["new"])
  }

  // MARK: Identity and lifetime

  @Test("The main context is always the same, saves by itself, and knows its container")
  @MainActor
  func mainContext() throws {
    let container = try ModelContainer(for: Author.self, configurations: memory)
    #expect(container.mainContext === container.mainContext)
    #expect(container.mainContext == container.mainContext)
    #expect(container.mainContext.autosaveEnabled)
    #expect(container.mainContext.container === container)
    #expect(!ModelContext(container).autosaveEnabled)
    #expect(ModelContext(container) != ModelContext(container))
    #expect(ModelContext(container).container == container)
  }

  @Test("Containers are equal if they are the same")
  func equality() throws {
    let container = try ModelContainer(for: Author.self, configurations: memory)
    let other = try ModelContainer(for: Author.self, configurations: memory)
    #expect(container == container)
    #expect(container != other)
  }

  @Test("A context keeps its container alive")
  func contextKeepsContainer() throws {
    weak var weakContainer: ModelContainer?
    do {
      let context = ModelContext(
        try ModelContainer(for: Author.self, configurations: .init(isStoredInMemoryOnly: true))
      )
      weakContainer = context.container
      #expect(weakContainer != nil)
      context.insert(Author(name: "a"))
      try context.save()
      #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Author>()) == 1)
    }
    #expect(weakContainer == nil)
  }

  @Test("A container with a main context is not kept alive by it")
  @MainActor
  func noCycle() throws {
    weak var weakContainer: ModelContainer?
    weak var weakContext: ModelContext?
    func scope() throws {
      let container = try ModelContainer(for: Author.self, configurations: memory)
      container.mainContext.insert(Author(name: "a"))
      try container.mainContext.save()
      weakContainer = container
      weakContext = container.mainContext
    }
    try scope()
    #expect(weakContainer == nil)
    #expect(weakContext == nil)
  }

  // MARK: Erasing

  @Test("An erased container is empty and goes on", arguments: StoreKind.allCases)
  func erase(_ kind: StoreKind) throws {
    let container = try ModelContainer(
      for: Author.self,
      configurations: kind == .memory
        ? memory : ModelConfiguration(url: directory.file("erased.store"))
    )
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    context.insert(Book(title: "b", author: author))
    try context.save()
    let pending = Author(name: "never saved")
    context.insert(pending)
    try container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
    #expect(author.modelContext == nil)
    #expect(author.name == "a")
    #expect(!author.isDeleted)
    // An object that was never saved was not erased.
    #expect(context.insertedModelsArray.count == 1)
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Author>()).count == 1)
    container.deleteAllData()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
  }
}

private enum LibrarySchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 2, 3)
  static var models: [any PersistentModel.Type] { [Author.self, Book.self] }
}

private enum LibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LibrarySchema.self] }
  static var stages: [MigrationStage] { [] }
}
