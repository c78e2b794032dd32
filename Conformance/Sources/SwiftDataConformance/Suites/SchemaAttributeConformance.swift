import Foundation
import SwiftData
import Testing

@Model
final class Postcard {
  @Attribute(.transformable(by: Reversing.self)) var text: String

  init(_ text: String) { self.text = text }
}

/// `Schema.Attribute`: its initialisers and options, and the attributes of a declared model.
///
/// Also pins the effect of two options in a store. A transformable value is stored by its
/// `ValueTransformer`. An ephemeral value is observed, and not stored.
@Suite("Conformance: Schema.Attribute")
struct SchemaAttributeConformance {
  @Test("Both initialisers")
  func initialisers() {
    let marked = Schema.Attribute(
      .unique, .spotlight, originalName: "old", hashModifier: "v2")
    #expect(marked.options.contains(.unique))
    #expect(marked.originalName == "old")
    #expect(marked.hashModifier == "v2")
    #expect(marked.isUnique)

    let named = Schema.Attribute(
      name: "height", originalName: "altitude", options: [.ephemeral], valueType: Int?.self,
      defaultValue: 5, hashModifier: nil)
    #expect(named.name == "height")
    #expect(named.valueType is Int?.Type)
    #expect(named.defaultValue as? Int == 5)
    #expect(named.isOptional)
    #expect(named.isAttribute)
    #expect(!named.isRelationship)
    #expect(named.isTransient)
    #expect(!named.isTransformable)
    #expect(named.debugDescription.contains("height"))
    #expect(!named.isCodable)
  }

  @Test("Every option")
  func options() {
    let options: [Schema.Attribute.Option] = [
      .unique, .externalStorage, .allowsCloudEncryption, .preserveValueOnDeletion, .ephemeral,
      .spotlight, .codable, .transformable(by: "Name"), .transformable(by: Reversing.self),
    ]
    #expect(Set(options).count == options.count)
    #expect(Set(options.map(\.debugDescription)).count == options.count)
    #expect(Schema.Attribute(.codable).isCodable)
    #expect(Schema.Attribute(.transformable(by: "Name")).isTransformable)
  }

  @Test("What a model's attributes say")
  func reflection() {
    let schema = Schema(Stage.types)
    let code = schema.entitiesByName["Expedition"]?.attributesByName["code"]
    #expect(code?.options.contains(.preserveValueOnDeletion) == true)
    let map = schema.entitiesByName["Camp"]?.attributesByName["map"]
    #expect(map?.options.contains(.externalStorage) == true)
    let name = schema.entitiesByName["Summit"]?.attributesByName["name"]
    #expect(name?.originalName == "title")
  }

  @Test("Transformable values go through their transformer")
  func transformable() throws {
    let name = NSValueTransformerName("Reversing")
    ValueTransformer.setValueTransformer(Reversing(), forName: name)
    let context = ModelContext(try memoryContainer([Postcard.self]))
    try context.add(Postcard("wish you were here"))
    #expect(try context.another.all(Postcard.self).map(\.text) == ["wish you were here"])
  }

  @Test("Ephemeral values are observed and not stored", arguments: Stage.allCases)
  func ephemeral(stage: Stage) throws {
    try stage.with { context in
      let climber = Climber("Walter")
      climber.mood = "cheerful"
      try context.add(climber)
      #expect(climber.mood == "cheerful")
      #expect(try context.another.all(Climber.self).map(\.mood) == ["calm"])
    }
  }
}
