import Perennial
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Schemas")
struct SchemaTests {
  private func entity(_ name: String, of types: any PersistentModel.Type...) throws
    -> Schema.Entity
  {
    try #require(Schema(types).entitiesByName[name])
  }

  @Test("Versions are compared in order, and written with points")
  func versions() throws {
    let version = Schema.Version(1, 2, 3)
    #expect(version.description == "1.2.3")
    #expect([version.major, version.minor, version.patch] == [1, 2, 3] as [Int])
    #expect(version < Schema.Version(1, 2, 4))
    #expect(version < Schema.Version(1, 10, 0))
    #expect(version < Schema.Version(2, 0, 0))
    #expect(version == Schema.Version(1, 2, 3))
    let copy = try JSONDecoder().decode(
      Schema.Version.self,
      from: JSONEncoder().encode(version)
    )
    #expect(copy == version)
  }

  @Test("A schema lists its entities by name")
  func entities() {
    let schema = Schema([Author.self, Book.self, Author.self], version: Schema.Version(3, 0, 0))
    #expect(schema.entities.map(\.name) == ["Author", "Book"])
    #expect(schema.entitiesByName["Book"]?.name == "Book")
    #expect(schema.version == Schema.Version(3, 0, 0))
    #expect(schema.entity(for: Book.self)?.name == "Book")
    #expect(schema.entity(for: Loan.self) == nil)
    #expect(Schema.entityName(for: Namespace.Task.self) == "Task")
    #expect(Schema().entities.isEmpty)
    #expect(schema.encodingVersion == Schema.schemaEncodingVersion)
    #expect(!schema.debugDescription.isEmpty)
  }

  @Test("Attributes know their types, options and defaults")
  func attributes() throws {
    let book = try entity("Book", of: Book.self)
    #expect(Set(book.attributesByName.keys) == ["id", "title", "year", "isRead"])
    let isRead = try #require(book.attributesByName["isRead"])
    #expect(isRead.valueType is Bool.Type)
    #expect(isRead.defaultValue as? Bool == false)
    #expect(isRead.isAttribute)
    #expect(!isRead.isRelationship)
    #expect(!isRead.isOptional)
    #expect(!isRead.isTransient)
    #expect(!isRead.isUnique)
    let author = try entity("Author", of: Author.self)
    #expect(author.attributesByName["name"]?.isUnique == true)
    #expect(author.attributesByName["born"]?.isOptional == true)
    let gadget = try entity("Gadget", of: Gadget.self)
    let key = try #require(gadget.attributesByName["key"])
    #expect(key.originalName == "identifier")
    #expect(key.options.contains(.unique))
    #expect(gadget.attributesByName["picture"]?.options.contains(.externalStorage) == true)
    #expect(gadget.attributesByName["images"] != nil)
  }

  @Test("A structure is a composite attribute")
  func composites() throws {
    let specimen = try entity("CodableSpecimen", of: CodableSpecimen.self)
    #expect(specimen.attributesByName["place"] is Schema.CompositeAttribute)
    #expect(!(specimen.attributesByName["mood"] is Schema.CompositeAttribute))
    let place = try #require(specimen.attributesByName["place"] as? Schema.CompositeAttribute)
    #expect(!place.properties.isEmpty)
    let point = place.properties.lazy.compactMap { $0 as? Schema.CompositeAttribute }.first
    #expect(point?.properties.map(\.name) == ["x", "y"])
    #expect(point?.properties.allSatisfy { $0.valueType is Double.Type } == true)
    let copy = try JSONDecoder().decode(Schema.Entity.self, from: JSONEncoder().encode(specimen))
    let copied = copy.attributesByName["place"] as? Schema.CompositeAttribute
    #expect(copied?.properties.map(\.name) == place.properties.map(\.name))
  }

  @Test("Collections, enumerations and what is declared to be one value are no composites")
  func values() throws {
    let specimen = try entity("BlobSpecimen", of: BlobSpecimen.self)
    for attribute in specimen.attributes {
      #expect(!(attribute is Schema.CompositeAttribute), "\(attribute.name)")
    }
  }

  @Test("Relationships know both of their ends")
  func relationships() throws {
    let author = try entity("Author", of: Author.self, Book.self)
    let books = try #require(author.relationshipsByName["books"])
    #expect(books.destination == "Book")
    #expect(books.deleteRule == .cascade)
    #expect(books.inverseName == "author")
    #expect(books.inverseKeyPath == \Book.author)
    #expect(books.keypath == \Author.books)
    #expect(!books.isToOneRelationship)
    #expect(books.isRelationship)
    #expect(!books.isAttribute)
    let book = try entity("Book", of: Author.self, Book.self)
    let back = try #require(book.relationshipsByName["author"])
    #expect(back.destination == "Author")
    #expect(back.isToOneRelationship)
    #expect(back.isOptional)
    #expect(back.inverseName == "books")
    #expect(back.deleteRule == .nullify)
    #expect(Set(book.relationshipsByName.keys) == ["author", "genres", "loans"])
  }

  @Test("13.6 Constraints are listed by property, indices by kind and property")
  func constraints() throws {
    #expect(try entity("Author", of: Author.self).uniquenessConstraints == [["name"]])
    #expect(
      try entity("Book", of: Book.self).indices == [
        ["binary", "year"], ["binary", "title", "year"],
      ])
    #expect(try entity("Gadget", of: Gadget.self).uniquenessConstraints.contains(["key"]))
  }

  @Test("13.6 Indices of two kinds over one property are two in the schema, and one in the store")
  func kindsOfIndices() throws {
    let entity = try entity("Stratum", of: Stratum.self)
    #expect(
      entity.indices == [["binary", "depth"], ["rtree", "depth", "age"], ["rtree", "depth"]])
    let description = EntityDescription(ModelLayout.of(Stratum.self))
    #expect(description.indices == [["depth"], ["depth", "age"]])
  }

  private static let models: [any PersistentModel.Type] = [
    Author.self, Book.self, Genre.self, Loan.self, Gadget.self, Thermostat.self, OddNames.self,
    ScalarSpecimen.self, OptionalSpecimen.self, CodableSpecimen.self, Wide.self,
  ]

  @Test("A schema goes through JSON and back")
  func codable() throws {
    let schema = Schema(Self.models, version: Schema.Version(4, 5, 6))
    let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
    #expect(copy.version == schema.version)
    #expect(copy.encodingVersion == schema.encodingVersion)
    #expect(copy.entities.map(\.name) == schema.entities.map(\.name))
    for (one, other) in zip(schema.entities, copy.entities) {
      #expect(Set(one.attributesByName.keys) == Set(other.attributesByName.keys))
      #expect(Set(one.relationshipsByName.keys) == Set(other.relationshipsByName.keys))
      #expect(one.uniquenessConstraints == other.uniquenessConstraints)
      #expect(one.indices == other.indices)
      for (name, attribute) in one.attributesByName {
        let copied = try #require(other.attributesByName[name])
        #expect(copied.options == attribute.options, "\(one.name).\(name)")
        #expect(copied.originalName == attribute.originalName, "\(one.name).\(name)")
        #expect(copied.isOptional == attribute.isOptional, "\(one.name).\(name)")
      }
      for (name, relationship) in one.relationshipsByName {
        let copied = try #require(other.relationshipsByName[name])
        #expect(copied.destination == relationship.destination, "\(one.name).\(name)")
        #expect(copied.deleteRule == relationship.deleteRule, "\(one.name).\(name)")
        #expect(copied.inverseName == relationship.inverseName, "\(one.name).\(name)")
        #expect(
          copied.isToOneRelationship == relationship.isToOneRelationship,
          "\(one.name).\(name)"
        )
      }
    }
  }

  @Test("A schema is saved to a file and loaded from it")
  func files() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("schema.json")
    let schema = Schema(Self.models)
    try schema.save(to: url)
    #expect(try Schema.load(from: url).entities.map(\.name) == schema.entities.map(\.name))
    #expect(throws: (any Error).self) { try Schema.load(from: directory.file("missing.json")) }
    try Data("{".utf8).write(to: url)
    #expect(throws: (any Error).self) { try Schema.load(from: url) }
  }

  @Test("Schemas with the same entities and version are equal")
  func equality() {
    #expect(Schema([Author.self, Book.self]) == Schema([Book.self, Author.self]))
    #expect(Schema([Author.self]) != Schema([Book.self]))
    #expect(Schema([Author.self]) != Schema([Author.self], version: Schema.Version(2, 0, 0)))
    #expect(Set([Schema([Author.self]), Schema([Author.self])]).count == 1)
  }

  @Test("An entity can be put together by hand")
  func byHand() {
    let attribute = Schema.Attribute(
      name: "title",
      options: [.unique],
      valueType: String.self,
      defaultValue: "t"
    )
    let entity = Schema.Entity("Own", properties: attribute)
    #expect(entity.attributesByName["title"]?.defaultValue as? String == "t")
    #expect(entity.storedPropertiesByName["title"]?.isUnique == true)
    let schema = Schema(entity, version: Schema.Version(1, 1, 1))
    #expect(schema.entitiesByName["Own"] === entity)
  }
}

@Model
private final class Stratum {
  #Index<Stratum>(.binary([\.depth]), .rtree([\.depth, \.age]))
  #Index<Stratum>(.rtree([\.depth]))

  var depth = 0.0
  var age = 0.0

  init() {}
}
