import ArgumentParser
import PerennialInspection
import PerennialPresets

struct PresetsSchemaCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of catalogs for a store.",
    discussion: """
      An editor uses the schema to complete names and to mark errors. The schema lacks what only the program's \
      classes define: the cases of enumerations, and defaults. It requires each property that is not optional.

      EXAMPLES
        perennial presets schema book.store > catalog.schema.json
      """)

  @OptionGroup var store: StoreArgument

  func perform() throws {
    let models = try StoreModels(of: store.open())
    Console.print(try PresetCatalog.jsonSchema(for: models.schema))
  }
}
