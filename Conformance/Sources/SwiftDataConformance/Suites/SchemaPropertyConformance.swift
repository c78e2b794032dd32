import Foundation
import SwiftData
import Testing

/// `SchemaProperty` and `Schema.CompositeAttribute`: the defaults of the protocol, and attributes of
/// structures.
@Suite("Conformance: SchemaProperty")
struct SchemaPropertyConformance {
  /// A custom property with the defaults of the protocol.
  struct Plain: SchemaProperty {
    var name = "plain"
    var originalName = "plain"
    var valueType: any Any.Type = Int?.self
    var isUnique: Bool { false }
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
    static func == (lhs: Plain, rhs: Plain) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  @Test("The defaults")
  func defaults() {
    var property: any SchemaProperty = Plain()
    #expect(!property.isAttribute)
    #expect(property.originalName == "plain")
    #expect(property.valueType is Int?.Type)
    #expect(!property.isRelationship)
    #expect(!property.isTransient)
    #expect(!property.isUnique)
    property.name = "other"
    property.originalName = "another"
    property.valueType = Int.self
    #expect(property.name == "other")
    #expect(!property.isOptional)
  }

  @Test("A structure among a model's attributes is a composite one")
  func structures() throws {
    let climber = try #require(Schema(Stage.types).entitiesByName["Climber"])
    let gear = try #require(climber.attributesByName["gear"] as? Schema.CompositeAttribute)
    #expect(gear.properties.map(\.name) == ["ropes", "brand"])
    #expect(gear.properties.map(\.isOptional) == [false, true])
    #expect(!(climber.attributesByName["grade"] is Schema.CompositeAttribute))
  }

  @Test("Composite attributes")
  func composite() {
    let composite = Schema.CompositeAttribute(
      name: "gear", originalName: nil, options: [], valueType: Climber.Gear.self,
      defaultValue: nil, hashModifier: nil)
    composite.properties = [Schema.Attribute(name: "ropes", valueType: Int.self)]
    #expect(composite.properties.map(\.name) == ["ropes"])
    #expect(composite == composite)
    let other = Schema.CompositeAttribute(
      name: "gear", originalName: nil, options: [], valueType: Climber.Gear.self,
      defaultValue: nil, hashModifier: nil)
    #expect(composite != other)
  }
}
