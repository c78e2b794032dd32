import AppleStoreTesting
import Foundation
import PerennialAppleStores
import PerennialInspection
import RandomTesting
import StoreTesting
import Testing

extension Clients {
  /// The classes that `AppleStore.modelSource(schemaName:)` writes, as a program has them.
  @Suite("Classes for files of Apple's frameworks, compiled")
  struct ModelSourceCompilationTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    /// The source for a file, and each message of the compiler about it.
    private func expectCompiles(_ url: URL, _ name: String) async throws {
      let compiler = try #require(ClientCompiler())
      let source = try AppleStore(contentsOf: url).modelSource()
      let diagnostics = try await compiler.diagnostics(of: source.text, .swift6)
      #expect(diagnostics == [], "\(name)\n\(source.text)")
    }

    private func file(_ store: SampleStore, _ name: String = "Model") throws -> URL {
      let url = directory.file("\(name).sqlite")
      try store.write(to: url)
      return url
    }

    @Test("Those of a small library")
    func library() async throws {
      try await expectCompiles(file(SampleFile.store), "library")
    }

    @Test("Those of names that Swift does not have")
    func hostile() async throws {
      let compiler = try #require(ClientCompiler())
      let text = ModelSource.text(of: HostileModel.model)
      let diagnostics = try await compiler.diagnostics(of: text, .swift6)
      #expect(diagnostics == [], "\(text)")
    }

    @Test("Those of random models")
    func random() async throws {
      // The compiler takes seconds for each.
      let count = min(max(TestAmount.appleStores.count / 100, 2), 20)
      for seed in TestSeeds.only.map({ [$0] }) ?? TestSeeds.some(count, of: 4402) {
        try await expectCompiles(
          file(RandomStore.store(seed: seed), "Model\(seed)"), "seed \(seed)")
      }
    }

    @Test(
      "Those of the given files",
      .enabled(if: GivenFiles.folder != nil, "the folder with the files is not there"))
    func given() async throws {
      let folder = try #require(GivenFiles.folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      for name in names where name.hasSuffix(".sqlite") {
        try await expectCompiles(folder.appendingPathComponent(name), name)
      }
    }

    /// A program that imports a file into the classes, and prints the numbers of objects by entity.
    private static let program = """

      import PerennialStoreImport

      @main enum Program {
        static func main() throws {
          let container = try ModelContainer(
            for: Schema(versionedSchema: StoreSchema.self),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
          let url = URL(fileURLWithPath: CommandLine.arguments[1])
          let report = try StoreImport(contentsOf: url).run(into: container)
          for entity in report.entities where entity.read > 0 {
            print(entity.name, entity.read, entity.inserted)
          }
        }
      }
      """

    private func expectImports(_ url: URL, _ lines: [String]) async throws {
      let compiler = try #require(ClientCompiler())
      let source = try AppleStore(contentsOf: url).modelSource()
      let (status, output) = try await compiler.run(
        program: source.text + Self.program, [url.path])
      #expect(status == 0, "\(output)")
      #expect(output.split(separator: "\n").map(String.init) == lines, "\(output)")
    }

    @Test("An import takes the objects of the file into them")
    func imported() async throws {
      try await expectImports(
        file(SampleFile.store), ["Author 1 1", "Book 2 2", "Comic 1 1", "Tag 2 2"])
    }

    @Test(
      "An import takes the objects of given files into them",
      .enabled(if: GivenFiles.folder != nil, "the folder with the files is not there"),
      arguments: [
        ("spezi_walonly", ["Task 5 5"]),
        (
          "coredataplus_SampleModel2_V2",
          ["Author 1 1", "Book 2 2", "Feedback 3 3", "GraphicNovel 1 1", "Page 119 119"]
        ),
        ("cartkit_coredata", ["CDCart 1 1", "CDCartItem 1 1"]),
        (
          "magicalrecord_recipes",
          ["Image 7 7", "Ingredient 31 31", "Recipe 7 7", "RecipeType 5 5"]
        ),
      ])
    func givenImported(_ name: String, _ lines: [String]) async throws {
      let folder = try #require(GivenFiles.folder)
      try await expectImports(folder.appendingPathComponent("\(name).sqlite"), lines)
    }

    /// A program that opens a store which it must not migrate, and prints the numbers of objects by entity.
    private static let opening = """

      @main enum Program {
        static func count<Model: PersistentModel>(
          _ model: Model.Type, in context: ModelContext
        ) throws -> Int {
          try context.fetch(FetchDescriptor<Model>()).count
        }

        static func main() throws {
          let container = try ModelContainer(
            for: Schema(versionedSchema: StoreSchema.self),
            configurations: [
              ModelConfiguration(
                url: URL(fileURLWithPath: CommandLine.arguments[1]), allowsSave: false)
            ])
          let context = ModelContext(container)
          for model in StoreSchema.models {
            print(Schema.entityName(for: model), try count(model, in: context))
          }
        }
      }
      """

    /// Imports a file into a store without classes, and opens the store with the classes for the file.
    private func expectOpens(_ url: URL, _ name: String) async throws {
      let compiler = try #require(ClientCompiler())
      let (document, target) = (directory.file("\(name).json"), directory.file("\(name).store"))
      let source = try AppleStore(contentsOf: url)
      var text = Data()
      _ = try source.writeDocument { text += $0 }
      try text.write(to: document)
      _ = try PerennialInspection.StoreImport(of: document, as: .json, into: target).run()
      let (status, output) = try await compiler.run(
        program: try source.modelSource().text + Self.opening, [target.path])
      #expect(status == 0, "\(name): \(output)")
      // A fetch returns the objects of subclasses, too.
      let expected = try source.model.entities.map { entity in
        let family = source.model.family(of: entity.name)
        return try family.reduce(0) { $0 + (source.hasRows(of: $1) ? try source.count(of: $1) : 0) }
      }
      let found = output.split(separator: "\n").compactMap { line in
        line.split(separator: " ").last.flatMap { Int($0) }
      }
      #expect(found.sorted() == expected.sorted(), "\(name): \(output)")
    }

    @Test("They open a store that was imported without classes")
    func opened() async throws {
      try await expectOpens(file(SampleFile.store), "Library")
    }

    @Test(
      "They open the stores of given files",
      .enabled(if: GivenFiles.folder != nil, "the folder with the files is not there"))
    func givenOpened() async throws {
      let folder = try #require(GivenFiles.folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      for name in names where name.hasSuffix(".sqlite") {
        let file = folder.appendingPathComponent(name)
        // Without a description of the model, there is no store without classes.
        if try AppleStore(contentsOf: file).model.source == .tables { continue }
        try await expectOpens(file, name)
      }
    }
  }
}
