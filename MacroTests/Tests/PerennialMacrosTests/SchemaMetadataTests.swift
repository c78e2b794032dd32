import Testing

@Suite("Expansion of schema metadata")
struct SchemaMetadataTests {
  @Test("Each column tells its name, key path, default value and what its marker says")
  func properties() throws {
    let expansion = Expansion(
      of: #"""
        @Model
        final class Recipe {
          @Attribute(.unique, originalName: "key") var id = UUID()
          @Attribute var note: String? = nil
          @Relationship(deleteRule: .cascade, inverse: \Step.recipe) var steps: [Step]! = []
          var ratio: Double = a ? 1 : 2
          let author: String
          init(author: String) { self.author = author }
        }
        """#
    )
    #expect(
      try expansion.member("schemaMetadata") == #"""
        nonisolated static var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
          Perennial._Model.unisolated {
            [
              Perennial.Schema.PropertyMetadata(name: "id", keypath: \Recipe.id, defaultValue: UUID(), metadata: Perennial.Schema.Attribute(.unique, originalName: "key")),
              Perennial.Schema.PropertyMetadata(name: "note", keypath: \Recipe.note, defaultValue: nil as String?, metadata: Perennial.Schema.Attribute()),
              Perennial.Schema.PropertyMetadata(name: "steps", keypath: \Recipe.steps, defaultValue: [] as [Step]?, metadata: Perennial.Schema.Relationship(deleteRule: .cascade, inverse: \Step.recipe)),
              Perennial.Schema.PropertyMetadata(name: "ratio", keypath: \Recipe.ratio, defaultValue: (a ? 1 : 2) as Double, metadata: nil),
              Perennial.Schema.PropertyMetadata(name: "author", keypath: \Recipe.author, defaultValue: nil, metadata: nil),
            ]
          }
        }
        """#
    )
  }

  @Test("Constraints follow the properties, with their arguments as written")
  func constraints() throws {
    let expansion = Expansion(
      of: #"""
        @Model
        final class Step {
          #Unique<Step>([\.next], [])
          #Index<Step>(.binary([\.title]), .rtree([\.title]))
          var title: String = ""
          init() {}
        }
        """#
    )
    let metadata = try expansion.member("schemaMetadata")
    #expect(
      metadata.contains(
        #"""
              Perennial.Schema.PropertyMetadata(name: "Perennial.Schema.Unique", keypath: \Step.persistentModelID, defaultValue: nil, metadata: Perennial.Schema.Unique<Step>([\.next], [])),
              Perennial.Schema.PropertyMetadata(name: "Perennial.Schema.Index", keypath: \Step.persistentModelID, defaultValue: nil, metadata: Perennial.Schema.Index<Step>(.binary([\.title]), .rtree([\.title]))),
            ]
        """#
      )
    )
    #expect(!expansion.source.contains("#Unique"))
  }

  @Test("A merge rule follows the properties")
  func mergeRule() throws {
    let expansion = Expansion(
      of: #"""
        @Model
        final class Step {
          #Merge<Step>(.byRecord)
          var title: String = ""
          init() {}
        }
        """#
    )
    let metadata = try expansion.member("schemaMetadata")
    #expect(
      metadata.contains(
        #"""
              Perennial.Schema.PropertyMetadata(name: "Perennial.Schema.Merge", keypath: \Step.persistentModelID, defaultValue: nil, metadata: Perennial.Schema.Merge<Step>(.byRecord)),
            ]
        """#
      )
    )
    #expect(!expansion.source.contains("#Merge"))
  }

  @Test("A constraint in a branch of an #if applies in that branch")
  func conditionalConstraints() throws {
    let expansion = Expansion(
      of: #"""
        @Model
        final class Step {
          var title: String
          init(title: String) { self.title = title }
          #if canImport(Glibc)
          #Unique<Step>([\.title])
          #else
          #Index<Step>([\.title])
          #endif
        }
        """#
    )
    let metadata = try expansion.member("schemaMetadata")
    #expect(metadata.contains("var metadata: [Perennial.Schema.PropertyMetadata] = ["))
    let unique = try #require(metadata.range(of: "#if canImport(Glibc)\n"))
    let index = try #require(metadata.range(of: "#if canImport(Glibc)\n", after: unique))
    #expect(metadata[unique.upperBound..<index.lowerBound].contains("Schema.Unique<Step>"))
    #expect(metadata[index.upperBound...].contains("#else"))
    #expect(metadata[index.upperBound...].contains("Schema.Index<Step>"))
  }
}

extension String {
  fileprivate func range(of text: String, after range: Range<String.Index>) -> Range<String.Index>?
  {
    self[range.upperBound...].firstRange(of: text)
  }

  fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
