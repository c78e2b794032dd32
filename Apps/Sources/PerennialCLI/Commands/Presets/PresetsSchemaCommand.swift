import ArgumentParser
import PerennialInspection
import PerennialPresets

struct PresetsSchemaCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of catalogs for a store.",
    discussion: """
      An editor that knows it completes names, and marks what is wrong. What only the program's classes say is \
      not in it: the cases of enumerations, and defaults. A property that is not optional has to be given.

      EXAMPLES
        perennial presets schema book.store > catalog.schema.json
      """)

  @OptionGroup var store: StoreArgument

  func perform() throws {
    let models = try StoreModels(of: store.open())
    Console.print(try PresetCatalog.jsonSchema(for: models.schema))
  }
}
