import Foundation
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("The JSON Schema of catalog files")
struct FileSchemaTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens/Collection.schema.json")

  @Test("It is the same text for the same models")
  func golden() throws {
    let text = try PresetCatalog.jsonSchema(for: Collection.schema)
    if ProcessInfo.processInfo.environment["PERENNIAL_WRITE_GOLDENS"] != nil {
      try Data(text.utf8).write(to: Self.golden)
    }
    #expect(text == String(decoding: try Data(contentsOf: Self.golden), as: UTF8.self))
    #expect(try PresetCatalog.jsonSchema(for: Schema(Collection.models.reversed())) == text)
    #expect(try PresetCatalog.jsonSchema(for: Schema(Drawer.self)) == text)
  }

  @Test("It is JSON, and leads nowhere but to its own definitions")
  func references() throws {
    let text = try PresetCatalog.jsonSchema(for: Schema(Kitchen.models))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: Any])
    #expect(definitions.keys.sorted() == ["Course", "Dish", "DishPart", "DishTag"])
    var found: Set<String> = []
    func visit(_ value: Any) {
      if let list = value as? [Any] { list.forEach(visit) }
      guard let object = value as? [String: Any] else { return }
      if let target = object["$ref"] as? String { found.insert(target) }
      object.values.forEach(visit)
    }
    visit(root)
    #expect(found == Set(definitions.keys.map { "#/$defs/\($0)" }))
  }

  @Test("13.18 Without the program's classes, the recorded cases of enumerations are the choices")
  func recordedCases() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    _ = try ModelContainer(for: Collection.schema, configurations: [ModelConfiguration(url: url)])
    let models = try StoreModels(of: InspectedStore(url))
    let text = try PresetCatalog.jsonSchema(for: models.schema)
    #expect(text.contains(#""enum": ["herbs", "meat", "everything"]"#))
    let unknown = #""slug": "a", "diet": "stones""#
    let container = try models.container()
    let catalog = try PresetCatalog(
      Data(Self.specimen(unknown).utf8), named: "a.json", for: models.schema)
    let error = #expect(throws: PresetError.self) { try container.usePresets([catalog]) }
    let reason = "write one of “herbs”, “meat”, “everything”"
    #expect(
      error?.problems.contains { $0.contains(reason) } == true, "\(error?.problems ?? [])")
  }

  /// Mistakes that both the reader and the schema find. The schema has to accept every file that the
  /// reader accepts.
  static let mistakes = [
    #"{"presets": {}}"#, #"{"catalog": "c"}"#, #"{"catalog": "a/b", "presets": {}}"#,
    #"{"catalog": "c", "version": 0, "presets": {}}"#, #"{"catalog": "c", "preset": {}}"#,
    #"{"catalog": "c", "presets": {"Dish": []}}"#,
    #"{"catalog": "c", "leavingToUser": {"Specimen": ["x"]}, "presets": {}}"#,
    specimen(""), specimen(#""slug": 1"#), specimen(#""slug": "", "tiny": 128"#),
    specimen(#""slug": "", "tiny": null"#), specimen(#""slug": "", "tiny": 0.5"#),
    specimen(#""slug": "", "largeCount": -1"#), specimen(#""slug": "", "width": 1e39"#),
    specimen(#""slug": "", "weight": "NaN""#), specimen(#""slug": "", "diet": "meet""#),
    specimen(#""slug": "", "price": "1,5""#), specimen(#""slug": "", "names": [1]"#),
    specimen(#""slug": "", "counts": {"a": "b"}"#), specimen(#""slug": "", "titel": 1"#),
    specimen(#""slug": "", "drawer": 1"#), specimen(#""slug": "", "drawer": {"label": ""}"#),
  ]

  private static func specimen(_ members: String) -> String {
    let separator = members.isEmpty ? "" : ", "
    return #"{"catalog": "c", "presets": {"Specimen": [{"$id": "s"\#(separator)\#(members)}]}}"#
  }

  @Test("It accepts what the reader does", arguments: AttributeFileTests.cases)
  func value(_ value: AttributeFileTests.Case) throws {
    let validator = try SchemaValidator(try PresetCatalog.jsonSchema(for: Collection.schema))
    #expect(try validator.accepts(Self.specimen(#""slug": "s", \#(value.json)"#)))
  }

  @Test("It accepts parts, references, and what belongs to the user")
  func kitchen() throws {
    let schema = try PresetCatalog.jsonSchema(for: Schema(Kitchen.models))
    #expect(try SchemaValidator(schema).accepts(CatalogFileTests.kitchen))
  }

  @Test("It finds mistakes that the reader finds", arguments: mistakes)
  func mistake(_ text: String) throws {
    let validator = try SchemaValidator(try PresetCatalog.jsonSchema(for: Collection.schema))
    #expect(try !validator.accepts(text))
    #expect(try Collection.problems(text) != nil)
  }
}
