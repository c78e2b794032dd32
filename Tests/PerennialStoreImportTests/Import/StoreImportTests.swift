import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

@Suite("Store import")
struct StoreImportTests {
  @Test("Recipes, their ordered steps and their ordered labels")
  func recipes() throws {
    let fixture = try ImportFixture.recipes()
    let report = try fixture.run()
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes.map(\.code) == ["soup", "cake"])
    #expect(recipes.map(\.minutes) == [10, 40])
    #expect(recipes.map(\.difficulty) == [.hard, nil])
    #expect(recipes.map { $0.steps.map(\.text) } == [["eat", "boil"], ["bake"]])
    #expect(recipes.map { $0.labels.map(\.name) } == [["sweet", "quick"], ["sweet"]])
    #expect(report["Recipe"]?.inserted == 2 && report["Step"]?.inserted == 3)
    #expect(report.relationship("Recipe", "labels")?.written == 3)
    #expect(report.relationship("Step", "recipe")?.written == 3)
    #expect(report.isComplete, "\(report)")
    // A default that the file has no values for, evaluated for each object.
    #expect(Set(try fixture.all(Step.self).map(\.token)).count == 3)
    #expect(try fixture.all(Label.self).map(\.colour) == ["grey", "grey"])
  }

  @Test("The file keeps each byte, and no file is left beside it")
  func source() throws {
    let fixture = try ImportFixture.recipes()
    try fixture.write()
    let before = FileManager.default.contents(atPath: fixture.url.path)
    try StoreImport(contentsOf: fixture.url).run(into: fixture.container)
    #expect(FileManager.default.contents(atPath: fixture.url.path) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory.url.path)
    #expect(names.filter { $0.hasPrefix("Model") } == ["Model.sqlite"])
  }

  @Test("A dry run writes nothing, and its report is that of the import")
  func dryRun() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects[0] = RecipeFile.row(1, "soup", ["difficulty": .integer(7)])
    let rehearsal = try fixture.run(isDryRun: true)
    #expect(rehearsal.isDryRun)
    #expect(try fixture.count() == 0)
    #expect(
      try fixture.value(
        "SELECT count(*) FROM sqlite_master WHERE name LIKE '_perennial_import%'") == "0")
    let report = try fixture.run()
    #expect(report.entities == rehearsal.entities)
    #expect(report.relationships == rehearsal.relationships)
    #expect(report.remarks.count == 1 && report.remarks == rehearsal.remarks)
  }

  @Test("The import is one transaction of the history, with its author")
  func history() throws {
    let fixture = try ImportFixture.recipes()
    try fixture.run()
    let transactions = try ModelContext(fixture.container)
      .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(transactions.count == 1)
    #expect(transactions.first?.author == "import")
    #expect(transactions.first?.changes.count == 7)
    try fixture.run()
    let others = try ModelContext(fixture.container)
      .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(others.count == 1)
  }

  @Test("A context that is open sees the new objects")
  func openContext() throws {
    let fixture = try ImportFixture.recipes()
    let context = ModelContext(fixture.container)
    let recipe = Recipe(code: "tea", name: "Tea")
    context.insert(recipe)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Recipe>()) == 1)
    try fixture.run()
    #expect(try context.fetchCount(FetchDescriptor<Recipe>()) == 3)
  }

  @Test("Progress is told, and an error of the closure ends the import")
  func progress() throws {
    struct Stop: Error {}
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects += (10..<2510).map { RecipeFile.label($0, "l\($0)") }
    try fixture.write()
    let storeImport = try StoreImport(contentsOf: fixture.url)
    var told: [Int] = []
    #expect(throws: Stop.self) {
      try storeImport.run(into: fixture.container) { done, total in
        told.append(done)
        #expect(total == 2507)
        if done == 2000 { throw Stop() }
      }
    }
    #expect(told == [0, 1000, 2000])
    #expect(try fixture.count() == 0)
    try storeImport.run(into: fixture.container) { done, _ in told.append(done) }
    #expect(told.suffix(2) == [2000, 2507])
  }

  @Test("A row that cannot be imported leaves the container as it was, and the error names it")
  func refusedRow() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects += (10..<1510).map { RecipeFile.label($0, "l\($0)") }
    fixture.sample.objects.append(AppleRow(RecipeFile.label, 2000, [:]))
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .missingValue)
    #expect(error?.entity == "Label" && error?.row == 2000 && error?.property == "name")
    #expect(error?.description.contains("Label.name needs a value") == true)
    #expect(error?.description.hasPrefix(fixture.url.path) == true)
    #expect(try fixture.count() == 0)
    try fixture.run { $0.fill(\Label.name, with: "?") }
    #expect(try fixture.all(Label.self).last?.name == "?")
  }

  @Test("A required reference without an object is an error that names the row")
  func missingTarget() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects.append(RecipeFile.step(9, "stir", of: 77))
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .missingTarget)
    #expect(error?.entity == "Step" && error?.row == 9 && error?.property == "recipe")
    #expect(try fixture.count() == 0)
  }

  @Test("A file with no entity of the container is an error that names both")
  func nothing() throws {
    let fixture = try ImportFixture([StoredModel.Entity("Other", [.init("a", .string)])])
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .nothingToImport)
    #expect(error?.description.contains("Other") == true)
  }

  @Test("Rows of many-to-many relationships that point nowhere are left out, with a remark")
  func dangling() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.links["Recipe.labels"]?.append(RecipeFile.link(4, 99, 4096))
    let report = try fixture.run()
    let links = try #require(report.relationship("Recipe", "labels"))
    #expect(links.read == 4 && links.written == 3 && links.leftOut == 1)
    #expect(report.remarks.first?.rows == [4])
    #expect(!report.isComplete)
  }
}
