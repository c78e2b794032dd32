import Foundation
import SwiftData
import Testing

/// `Schema.Entity`: the entity of a declared model, and entities that are created from properties.
@Suite("Conformance: Schema.Entity")
struct SchemaEntityConformance {
  @Test("The entity of a model")
  func entity() throws {
    let entity = try #require(Schema(Stage.types).entitiesByName["Expedition"])
    #expect(entity.name == "Expedition")
    #expect(entity.properties.count == entity.storedProperties.count)
    #expect(Set(entity.attributesByName.keys) == Set(entity.attributes.map(\.name)))
    #expect(Set(entity.relationships.map(\.name)) == ["camps", "climbers"])
    #expect(entity.relationshipsByName["camps"]?.destination == "Camp")
    #expect(entity.storedPropertiesByName["year"]?.isAttribute == true)
    #expect(entity.storedPropertiesByName["visits"] == nil)
    #expect(entity.uniquenessConstraints == [["name"]])
    #expect(entity.indices == [["binary", "year"], ["binary", "name", "year"]])
  }

  @Test("Made by hand")
  func initialisers() {
    let name = Schema.Attribute(name: "name", valueType: String.self)
    let plain = Schema.Entity("Plain")
    let one = Schema.Entity("One", properties: name)
    let base = Schema.Entity("Base", subentities: one, properties: name)
    #expect(plain.properties.isEmpty)
    #expect(one.attributesByName["name"] != nil)
    #expect(base.properties.map(\.name) == ["name"])
    #expect(one == one)
    #expect(one.debugDescription.contains("One"))
  }
}
