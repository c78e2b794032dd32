import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting

/// A file with recipes and a container for them.
struct ImportFixture {
  let directory: ScratchDirectory
  let url: URL
  var sample: SampleStore
  let container: ModelContainer

  init(
    _ entities: [StoredModel.Entity] = [RecipeFile.recipe, RecipeFile.step, RecipeFile.label],
    models: [any PersistentModel.Type] = [Recipe.self, Step.self, Label.self]
  ) throws {
    directory = try ScratchDirectory()
    url = directory.file("Model.sqlite")
    sample = SampleStore(model: StoredModel(entities))
    container = try ModelContainer(
      for: Schema(models),
      configurations: [ModelConfiguration(url: directory.file("Recipes.store"))])
  }

  /// A file with two recipes, three steps and two labels.
  static func recipes(
    _ entities: [StoredModel.Entity] = [RecipeFile.recipe, RecipeFile.step, RecipeFile.label]
  ) throws -> ImportFixture {
    var fixture = try ImportFixture(entities)
    fixture.sample.objects = [
      RecipeFile.row(1, "soup", ["difficulty": .integer(2)]), RecipeFile.row(4, "cake"),
      RecipeFile.step(1, "boil", of: 1), RecipeFile.step(2, "eat", of: 1),
      RecipeFile.step(3, "bake", of: 4), RecipeFile.label(1, "quick"),
      RecipeFile.label(2, "sweet"),
    ]
    fixture.sample.links["Recipe.labels"] = [
      RecipeFile.link(1, 2, 1024), RecipeFile.link(1, 1, 2048), RecipeFile.link(4, 2, 1024),
    ]
    fixture.sample.links["Recipe.steps"] = [
      RecipeFile.stepLink(1, 2, 1024), RecipeFile.stepLink(1, 1, 2048),
      RecipeFile.stepLink(4, 3, 1024),
    ]
    return fixture
  }

  /// Writes the file anew.
  func write() throws {
    try? FileManager.default.removeItem(at: url)
    try sample.write(to: url)
  }

  /// Writes the file anew and imports it.
  @discardableResult
  func run(
    isDryRun: Bool = false, _ prepare: (inout StoreImport) -> Void = { _ in }
  ) throws -> StoreImportReport {
    try write()
    var storeImport = try StoreImport(contentsOf: url)
    prepare(&storeImport)
    return try storeImport.run(into: container, isDryRun: isDryRun)
  }

  func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>()).sorted { $0.rowKey < $1.rowKey }
  }

  /// Changes objects in the container, as a user does.
  func edit<T: PersistentModel>(_ type: T.Type, _ body: (ModelContext, [T]) throws -> Void) throws {
    let context = ModelContext(container)
    try body(
      context, try context.fetch(FetchDescriptor<T>()).sorted { $0.rowKey < $1.rowKey })
    try context.save()
  }

  /// The number of all objects in the container.
  func count() throws -> Int {
    try all(Recipe.self).count + all(Step.self).count + all(Label.self).count
  }

  /// The value of a query on the container's file.
  func value(_ sql: String) throws -> String? {
    try RawDatabase(directory.file("Recipes.store")).value(sql)
  }
}

extension StoreImportReport {
  subscript(_ entity: String) -> Entity? { entities.first { $0.name == entity } }

  func relationship(_ entity: String, _ name: String) -> Relationship? {
    relationships.first { $0.entity == entity && $0.name == name }
  }
}
