import AppleStoreTesting
import Foundation
import RandomTesting
import StoreTesting
import Testing

@testable import PerennialAppleStores

/// The source text of a model. `ModelSourceCompilationTests` compiles it.
@Suite("Apple stores: classes for a model")
struct ModelSourceTests {
  private func source(_ model: StoredModel, schema: String = "StoreSchema") -> ModelSource {
    var writer = ModelWriter(model, schemaName: schema)
    return writer.source(ofFile: "Library.sqlite")
  }

  private func source(
    of attributes: [StoredModel.Attribute], uniqueness: [[String]] = []
  ) -> ModelSource {
    let entity = StoredModel.Entity(
      name: "Item", className: nil, superentity: nil, isAbstract: false,
      renamingIdentifier: "Item", attributes: attributes, relationships: [],
      uniqueness: uniqueness, versionHash: nil)
    return source(StoredModel(entities: [entity], versionIdentifiers: [], source: .cache))
  }

  private func attribute(
    _ name: String, _ type: StoredModel.AttributeType, isOptional: Bool = false,
    className: String? = nil, value: AppleValue? = nil, elements: [StoredModel.Attribute] = [],
    cases: [String]? = nil
  ) -> StoredModel.Attribute {
    StoredModel.Attribute(
      name: name, type: type, isOptional: isOptional, isTransient: false, isDerived: false,
      className: className, transformerName: nil, renamingIdentifier: name, defaultValue: value,
      elements: elements, enumerationCases: cases, flags: 0)
  }

  @Test("Classes, structures and the schema of a file")
  func library() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    try SampleFile.write(to: url)
    let source = try AppleStore(contentsOf: url).modelSource(schemaName: "LibrarySchema")
    #expect(source.remarks == [])
    #expect(
      source.text == #"""
        // The model of "Library.sqlite".
        // Version: "1.2.0"

        import Foundation
        import SwiftData

        @Model
        final class Author {
          @Attribute(.unique) var name: String
          @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

          init(name: String) {
            self.name = name
          }
        }

        @Model
        class Book {
          var added: Date
          var cover: Data?
          var loan: BookLoan?
          var price: Decimal?
          @Attribute(originalName: "status") var state: String = "new “copy”\n"
          var title: String
          var author: Author?
          @Relationship(inverse: \Tag.books) var tags: [Tag] = []

          init(added: Date, title: String) {
            self.added = added
            self.title = title
          }
        }

        @Model
        final class Comic: Book {
          var pages: Int16

          init(added: Date, title: String, pages: Int16) {
            self.pages = pages
            super.init(added: added, title: title)
          }
        }

        @Model
        final class Tag {
          var `default`: String
          var books: [Book] = []

          init(`default`: String) {
            self.`default` = `default`
          }
        }

        struct BookLoan: Codable, Hashable {
          var days: Int
          var person: String
        }

        enum LibrarySchema: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 2, 0)

          static var models: [any PersistentModel.Type] {
            [Author.self, Book.self, Comic.self, Tag.self]
          }
        }

        """#)
  }

  @Test("No name of a file adds a line, ends a literal or hides a type")
  func hostile() {
    let source = source(HostileModel.model)
    let lines = source.text.split(separator: "\n")
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(line)")
      if line.hasPrefix("//") { continue }
      // Outside of literals, there are names and marks of Swift only.
      let code = line.replacing(#/"(?:[^"\\]|\\.)*"/#, with: "")
      #expect(
        code.unicodeScalars.allSatisfy {
          $0.properties.isXIDContinue || " @_:.,()[]{}<>=?\\`#-".unicodeScalars.contains($0)
        }, "\(line)")
      #expect(!code.contains("Evil {") && !code.contains("print("), "\(line)")
    }
    let classes = lines.compactMap { line in
      line.prefixMatch(of: #/(?:final )?class (\S+?)[: ]/#).map { String($0.1) }
    }
    #expect(classes.count == HostileModel.names.count)
    #expect(Set(classes.map { $0.lowercased() }).count == classes.count)
    for name in [
      "Data", "Date", "URL", "String", "Int", "Swift", "Perennial", "Schema", "id", "self", "hash",
    ] {
      #expect(!classes.contains(name))
    }
    #expect(source.text.contains("enum StoreSchemaSchema: VersionedSchema"))
    #expect(source.text.contains("Schema.Version(1, 0, 0)"))
  }

  @Test("A name that hides a type has another one; one that differs in capitals has not")
  func hiding() {
    let source = source(of: [
      attribute("Item", .string), attribute("item", .string), attribute("URL", .url),
      attribute("url", .url),
    ])
    for line in [
      #"@Attribute(originalName: "Item") var ItemValue: String"#, "var item: String",
      #"@Attribute(originalName: "URL") var URLValue: URL"#, "var url: URL",
    ] {
      #expect(source.text.contains("  \(line)\n"), "\(source.text)")
    }
  }

  @Test(
    "Names are kept where Swift can have them",
    arguments: [
      ("title", "title"), ("été", "été"), ("数", "数"), ("a b", "a_b"), ("_x", "x"), ("1a", "p1a"),
      ("", "p"), ("___", "p"), ("🚲", "p"), ("a\n}", "a__"), ("a🚲", "a_"),
    ])
  func identifiers(_ text: String, _ name: String) {
    #expect(SwiftText.identifier(text, prefix: "p") == name)
  }

  @Test(
    "Literals are escaped",
    arguments: [
      ("a", #""a""#), ("“é”", #""“é”""#), ("a\"b", #""a\"b""#), ("\\(1)", #""\\(1)""#),
      ("a\n\r\t", #""a\n\r\t""#), ("\u{0}\u{202E}", #""\u{0}\u{202e}""#), ("🚲", #""🚲""#),
      ("\u{2028}", #""\u{2028}""#),
    ])
  func literals(_ text: String, _ literal: String) {
    #expect(SwiftText.literal(text) == literal)
  }

  @Test("Default values that have a literal are defaults, and others are parameters")
  func defaults() {
    let source = source(of: [
      attribute("a", .boolean, value: .integer(1)),
      attribute("b", .integer(bits: 16), value: .integer(-32768)),
      attribute("c", .integer(bits: 16), value: .integer(32768)),
      attribute("d", .double, value: .real(.nan)), attribute("e", .double, value: .integer(2)),
      attribute("f", .decimal, value: .decimal(7)),
      attribute("g", .decimal, value: .decimal(Decimal(5) / 2)),
      attribute("h", .date, value: .date(Date(timeIntervalSinceReferenceDate: -0.5))),
      attribute("i", .string, isOptional: true, value: .text("x")),
      attribute("j", .integer(bits: 64), value: .integer(.min)),
    ])
    for line in [
      "var a: Bool = true", "var b: Int16 = -32768", "var c: Int16", "var d: Double",
      "var e: Double = 2", "var f: Decimal = 7", "var g: Decimal",
      "var h: Date = Date(timeIntervalSinceReferenceDate: -0.5)", #"var i: String? = "x""#,
      "var j: Int = -9223372036854775808", "init(c: Int16, d: Double, g: Decimal) {",
    ] {
      #expect(source.text.contains("  \(line)\n"), "\(line)")
    }
    #expect(source.remarks.count == 3)
  }

  @Test("Enumerations, raw values and names that are not Swift's in composites")
  func composites() {
    let text = attribute("x", .string, isOptional: true)
    let source = source(of: [
      attribute("kind", .composite, elements: [attribute("rawValue", .integer(bits: 64))]),
      attribute(
        "loan", .composite, isOptional: true,
        elements: [
          text.named("free"), attribute("lent", .composite, elements: [text.named("_0")]),
          attribute(
            "reserved", .composite,
            elements: [attribute("days", .integer(bits: 64)), text.named("in")]),
        ], cases: ["free", "lent", "reserved"]),
      attribute("odd", .composite, elements: [text.named("a b"), text.named("in")]),
      attribute("bad", .composite, elements: [text.named("a b")], cases: ["a b"]),
      attribute("empty", .composite),
    ])
    for part in [
      "struct ItemKind: RawRepresentable, Codable, Hashable {\n  var rawValue: Int\n}",
      """
      enum ItemLoan: Codable, Hashable {
        case free
        case lent(String)
        case reserved(days: Int, `in`: String?)
      }
      """,
      """
      struct ItemOdd: Codable, Hashable {
        var a_b: String?
        var `in`: String?

        enum CodingKeys: String, CodingKey {
          case a_b = "a b"
          case `in`
        }
      }
      """,
    ] {
      #expect(source.text.contains("\n\(part)\n"), "\(source.text)")
    }
    #expect(!source.text.contains("var bad") && !source.text.contains("var empty"))
    #expect(source.remarks.count == 2)
  }

  @Test("A remark names the elements that a structure does not have")
  func leftOut() {
    let inner = attribute(
      "inner", .composite, elements: [attribute("y", .string), attribute("link", .objectID)])
    let source = source(of: [
      attribute(
        "place", .composite, elements: [attribute("id \"x\"", .objectID), inner]),
      attribute("none", .composite, elements: [attribute("link", .objectID)]),
    ])
    #expect(source.text.contains("struct ItemPlace: Codable, Hashable {\n  var inner: "))
    let reason = "which has a type that Swift cannot express."
    #expect(
      source.remarks == [
        #""Item.none": has a type that Swift cannot express, and is left out."#,
        #"ItemPlaceInner has no property for the element "link", \#(reason)"#,
        #"ItemPlace has no property for the element "id \"x\"", \#(reason)"#,
      ])
    #expect(source.text.contains("\n// - ItemPlace has no property"))
  }

  @Test("Unique attributes, by themselves and together; not those that no constraint can have")
  func uniqueness() {
    let source = source(
      of: [
        attribute("a", .string), attribute("b", .string), attribute("in", .string),
        attribute("c", .transformable, className: "Array<String>"),
      ], uniqueness: [["a"], ["b", "in"], ["c"], ["missing"], []])
    #expect(source.text.contains("  @Attribute(.unique) var a: String\n"))
    #expect(source.text.contains("  #Unique<Item>([\\.b, \\.`in`])\n"))
    #expect(source.text.contains("  var c: [String]\n"))
    #expect(source.remarks.count == 3)
  }

  @Test(
    "Types that SwiftData has recorded",
    arguments: [
      ("Array<String>", "[String]"), ("Swift.Array<Swift.String>", "[String]"),
      ("[String: [Int]]", "[String: [Int]]"), ("Dictionary<String, Date>", "[String: Date]"),
      ("Set<Foundation.UUID>", "Set<UUID>"), ("Optional<Array<Data?>>", "[Data?]?"),
      ("NSString", "String"), ("NSDate", "Date"),
    ])
  func types(_ name: String, _ type: String) {
    #expect(SwiftTypeName(name)?.text == type)
  }

  @Test(
    "Other types are none",
    arguments: [
      "", "UIColor", "Array", "Array<>", "Array<String", "Array<String>>", "[String",
      "Array<UIColor>",
      "String; import X", "Dictionary<String>", "Array<String>\n", "(Int, Int)",
      String(repeating: "[", count: 500), String(repeating: "Array<", count: 150),
    ])
  func otherTypes(_ name: String) {
    #expect(SwiftTypeName(name) == nil)
  }

  @Test("A file without a description has its tables as classes")
  func tables() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    var sample = SampleFile.store
    sample.hasCache = false
    try sample.write(to: url)
    let source = try AppleStore(contentsOf: url).modelSource()
    #expect(source.text.contains("  var title: String?\n"))
    #expect(source.remarks.contains { $0.contains("no description of its model") })
  }

  @Test("A model without entities has no classes")
  func withoutEntities() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Model.sqlite")
    let model = StoredModel(entities: [], versionIdentifiers: [], source: .cache)
    try SampleStore(model: model).write(to: url)
    let store = try AppleStore(contentsOf: url)
    let error = #expect(throws: AppleStoreError.self) { _ = try store.modelSource() }
    #expect(error?.code == .missingModel)
    #expect(throws: AppleStoreError.self) { _ = try store.writeDocument { _ in } }
  }

  @Test("Random models have names that are unique")
  func random() throws {
    for seed in TestSeeds.some(200, of: 44) {
      let model = RandomStore.store(seed: seed).model
      let source = source(model)
      let types = source.text.matches(of: #/\n(?:final )?(?:class|struct|enum) (\w+)/#).map {
        $0.1.lowercased()
      }
      #expect(Set(types).count == types.count, "seed \(seed)")
      #expect(types.count > model.entities.count, "seed \(seed)")
    }
  }
}

extension StoredModel.Attribute {
  /// Returns the attribute with another name.
  fileprivate func named(_ name: String) -> StoredModel.Attribute {
    StoredModel.Attribute(
      name: name, type: type, isOptional: isOptional, isTransient: false, isDerived: false,
      className: nil, transformerName: nil, renamingIdentifier: name, defaultValue: nil,
      elements: elements, enumerationCases: nil, flags: 0)
  }
}
