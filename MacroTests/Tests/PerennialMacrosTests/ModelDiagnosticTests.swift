import Testing

@Suite("Diagnostics about a model")
struct ModelDiagnosticTests {
  @Test(
    "Only a class can be a model",
    arguments: [
      ("struct", " [replace 'struct' with 'final class']"), ("enum", ""), ("actor", ""),
      ("protocol", ""),
    ]
  )
  func placement(keyword: String, fixIt: String) {
    let article = "aeiou".contains(keyword.first!) ? "an" : "a"
    let expansion = Expansion(of: "@Model \(keyword) M {\n}")
    #expect(
      expansion.diagnostics == [
        "1:1 error: '@Model' needs a class, but this is \(article) '\(keyword)'\(fixIt)"
      ]
    )
  }

  @Test("A struct becomes a final class")
  func fixStruct() throws {
    let expansion = Expansion(of: "@Model\npublic struct M {\n}")
    #expect(
      try expansion.fixed(by: "replace 'struct' with 'final class'")
        == "@Model\npublic final class M {\n}"
    )
  }

  @Test("A class with a property to set needs an initialiser")
  func initialiser() {
    let expansion = Expansion(of: "@Model\nfinal class M {\n  var a: Int\n}")
    #expect(
      expansion.diagnostics == [
        "2:13 error: 'M' needs an initializer: its property 'a' has no default value"
      ]
    )
  }

  @Test(
    "The names that every model has are taken",
    arguments: [
      "persistentModelID", "modelContext", "hasChanges", "isDeleted", "persistentBackingData",
      "schemaMetadata",
    ]
  )
  func reserved(name: String) {
    let expansion = Expansion(of: "@Model final class M {\n  var \(name): Int = 0\n  init() {}\n}")
    #expect(
      expansion.diagnostics == [
        "2:7 error: a model cannot declare a property '\(name)': every model already has a property of this name"
      ]
    )
  }

  @Test(
    "41/12: A name that means something else behind a dot is refused",
    arguments: ["Type", "Protocol", "self"], ["", "@Transient "]
  )
  func unnameable(name: String, marker: String) {
    let expansion = Expansion(
      of: "@Model final class M {\n  \(marker)var `\(name)`: Int = 0\n  init() {}\n}")
    #expect(
      expansion.diagnostics == [
        """
        2:\(7 + marker.count) error: '\(name)' cannot be persisted: Swift has no key path to a property of this name
        """
      ]
    )
  }

  @Test("The name of the storage must be free")
  func storageClash() {
    let expansion = Expansion(
      of: "@Model final class M {\n  var a: Int = 0\n  var _a: Int { 1 }\n  init() {}\n}"
    )
    #expect(
      expansion.diagnostics == [
        "2:7 error: 'a' is stored in '_a', which this class declares for another purpose"
      ]
    )
  }

  @Test("A column with an underscore may stand beside a computed property without")
  func underscore() {
    let expansion = Expansion(
      of: "@Model final class M {\n  var _id: Int = 0\n  var id: Int { _id }\n  init() {}\n}"
    )
    #expect(expansion.diagnostics.isEmpty)
  }
}
