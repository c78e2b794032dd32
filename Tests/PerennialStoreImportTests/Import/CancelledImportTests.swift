import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import StoreTesting
import Testing

@testable import PerennialStoreImport

@Suite("Store import: imports that are cancelled while they run")
struct CancelledImportTests {
  /// The place at which the task is cancelled.
  enum Place: CaseIterable {
    /// Before the keys are read.
    case start
    /// Before the first row.
    case keys
    /// Between two reports of the progress, in the middle of a group of rows.
    case rows
    /// After the last row, before the references.
    case links
  }

  /// The number of recipes. Each has a label that only it has.
  private static let count: Int64 = 3000

  private func fixture() throws -> ImportFixture {
    var fixture = try ImportFixture()
    for key in 1...Self.count {
      fixture.sample.objects += [
        RecipeFile.row(key, "c\(key)"), RecipeFile.label(key, "l\(key)"),
      ]
    }
    fixture.sample.links["Recipe.labels"] = (1...Self.count).map { RecipeFile.link($0, $0, 1024) }
    try fixture.write()
    return fixture
  }

  /// Runs the import in a task that cancels itself.
  ///
  /// - Returns: The numbers of rows that were reported.
  private func run(_ fixture: ImportFixture, cancelledAt place: Place) async throws -> [Int] {
    let (url, container) = (fixture.url, fixture.container)
    let task = Task {
      func cancel() { withUnsafeCurrentTask { $0?.cancel() } }
      var storeImport = try StoreImport(contentsOf: url)
      storeImport.map("name", to: \Recipe.name) { value in
        if place == .rows, value == .text("Dish 1500") || value == .text("Bowl 1500") { cancel() }
        guard case .text(let text) = value else { return "" }
        return text
      }
      if place == .start { cancel() }
      var told: [Int] = []
      #expect(throws: CancellationError.self, "\(place)") {
        try storeImport.run(into: container) { done, total in
          told.append(done)
          #expect(total == 2 * Self.count)
          switch place {
          case .start, .rows: break
          case .keys: cancel()
          case .links: if done == total { cancel() }
          }
        }
      }
      return told
    }
    return try await task.value
  }

  /// The contents of the container's tables, with those of imports.
  private func contents(_ fixture: ImportFixture) throws -> [[String]] {
    let database = try RawDatabase(fixture.directory.file("Recipes.store"))
    let tables = try database.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return try tables.flatMap { table in
      [table] + (try database.rows("SELECT * FROM \"\(table[0].filter { $0 != "'" })\""))
    }
  }

  /// The numbers of rows that were reported before the import has ended.
  ///
  /// - Parameter isFirst: `true` for a first import, which reads the labels before the recipes. A later one writes changed
  ///   rows with unique values first.
  private func expected(_ place: Place, isFirst: Bool) -> [Int] {
    switch place {
    case .start: []
    case .keys: [0]
    case .rows: isFirst ? [0, 1000, 2000, 3000, 4000] : [0, 1000]
    case .links: [0, 1000, 2000, 3000, 4000, 5000, 6000]
    }
  }

  @Test("A first import leaves the container and the file as they were", arguments: Place.allCases)
  func first(place: Place) async throws {
    let fixture = try fixture()
    let before = try contents(fixture)
    let file = FileManager.default.contents(atPath: fixture.url.path)
    #expect(try await run(fixture, cancelledAt: place) == expected(place, isFirst: true))
    #expect(try contents(fixture) == before)
    #expect(FileManager.default.contents(atPath: fixture.url.path) == file)
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory.url.path)
    #expect(names.filter { $0.hasPrefix("Model") } == ["Model.sqlite"])
    #expect(try fixture.count() == 0)
    // The next import is a first one.
    let report = try StoreImport(contentsOf: fixture.url).run(into: fixture.container)
    #expect(report.entities.map(\.inserted).reduce(0, +) == Int(2 * Self.count))
    #expect(report.isComplete, "\(report.remarks)")
  }

  @Test("A later import leaves edits and its own records as they were", arguments: Place.allCases)
  func later(place: Place) async throws {
    var fixture = try fixture()
    try fixture.run()
    try fixture.edit(Recipe.self) { _, recipes in
      recipes[0].minutes = 7
      recipes[1].labels = []
    }
    fixture.sample.objects = fixture.sample.objects.map { row in
      row.entity == "Recipe" ? row.setting("name", .text("Bowl \(row.key)")) : row
    }
    fixture.sample.links["Recipe.labels"] = (1...Self.count).map {
      RecipeFile.link($0, Self.count + 1 - $0, 1024)
    }
    try fixture.write()
    let before = try contents(fixture)
    #expect(try await run(fixture, cancelledAt: place) == expected(place, isFirst: false))
    #expect(try contents(fixture) == before)
    let report = try StoreImport(contentsOf: fixture.url).run(into: fixture.container)
    #expect(report["Recipe"]?.updated == Int(Self.count))
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes[0].name == "Bowl 1" && recipes[0].minutes == 7)
    #expect(recipes[2].labels.map(\.name) == ["l\(Self.count - 2)"])
  }
}
