import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

@Model final class Note {
  var stars: Int? = 5
  var pages: Int? = 1
  init() {}
}

@Suite("Store import: names, conversions and values that do not fit")
struct MappingTests {
  @Test("Entities and properties with other names are named in code")
  func names() throws {
    let entity = StoredModel.Entity(
      "ZMLabel", [.init("title", .string), .init("unused", .integer(bits: 16))])
    var fixture = try ImportFixture([entity])
    fixture.sample.objects = [
      AppleRow(entity, 1, ["title": .text("a"), "unused": .integer(1)])
    ]
    let report = try fixture.run {
      $0.map("ZMLabel", to: Label.self)
      $0.map("title", to: \Label.name) { value in
        guard case .text(let text) = value else { return "" }
        return text.uppercased()
      }
    }
    #expect(try fixture.all(Label.self).map(\.name) == ["A"])
    #expect(report["ZMLabel"]?.model == "Label")
    #expect(report["ZMLabel"]?.propertiesLeftOut == ["unused"])
  }

  @Test("The names of earlier versions are found, of the file and of the program")
  func formerNames() throws {
    let entity = StoredModel.Entity(
      "Tagging", [.init("text", .string, former: "label")], former: "Tag")
    let directory = try ScratchDirectory()
    let url = directory.file("Model.sqlite")
    var sample = SampleStore(model: StoredModel([entity]))
    sample.objects = [AppleRow(entity, 1, ["text": .text("x")])]
    try sample.write(to: url)
    let container = try Library.container()
    let report = try StoreImport(contentsOf: url).run(into: container)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Tag>()).map(\.label) == ["x"])
    #expect(report["Tagging"]?.model == "Tag")
  }

  @Test("A name that the file or the container does not have is an error")
  func unknownNames() throws {
    let fixture = try ImportFixture.recipes()
    for prepare: (inout StoreImport) -> Void in [
      { $0.map("Missing", to: Label.self) }, { $0.leaveOut("Missing") },
      { $0.map("missing", to: \Label.name) }, { $0.map("Label", to: Person.self) },
      { $0.fill(\Label.persistentModelID, with: $0.givenIdentifier) },
    ] {
      let error = #expect(throws: StoreImportError.self) { try fixture.run(prepare) }
      #expect(error?.code == .unknownName)
    }
    #expect(try fixture.count() == 0)
  }

  @Test("An entity and a property are left out")
  func leftOut() throws {
    let fixture = try ImportFixture.recipes()
    let report = try fixture.run {
      $0.leaveOut("Label")
      $0.leaveOut(\Recipe.difficulty)
    }
    #expect(try fixture.all(Recipe.self).map(\.difficulty) == [nil, nil])
    #expect(try fixture.all(Label.self).isEmpty)
    #expect(report["Label"]?.leftOut == 2)
    #expect(report["Label"]?.reason == "the mapping leaves the entity out")
    let links = try #require(report.relationship("Recipe", "labels"))
    #expect(links.read == 3 && links.leftOut == 3)
  }

  @Test("A value that an optional property cannot have is nil, and the report names the row")
  func unfitOptional() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects[0] = RecipeFile.row(1, "soup", ["difficulty": .integer(7)])
    let report = try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.difficulty == nil)
    let remark = try #require(report.remarks.first)
    #expect(remark.entity == "Recipe" && remark.property == "difficulty" && remark.rows == [1])
  }

  @Test("A value that an optional property with a default cannot have is nil")
  func unfitOptionalWithDefault() throws {
    let note = StoredModel.Entity("Note", [.init("stars", .string), .init("pages", .string)])
    var fixture = try ImportFixture([note], models: [Note.self])
    fixture.sample.objects = [
      AppleRow(note, 1, ["stars": .text("many"), "pages": .text("few")]), AppleRow(note, 2, [:]),
    ]
    let report = try fixture.run { $0.fill(\Note.pages, with: 9) }
    let notes = try fixture.all(Note.self)
    #expect(notes.map(\.stars) == [nil, nil])
    #expect(notes.map(\.pages) == [9, 9])
    #expect(Set(report.remarks.map(\.property)) == ["stars", "pages"])
    #expect(report.remarks.allSatisfy { $0.rows == [1] })
  }

  @Test("An error of a conversion ends the import, and nothing is written")
  func failingConversion() throws {
    struct Failure: Error {}
    let fixture = try ImportFixture.recipes()
    for error: any Error in [Failure(), CancellationError()] {
      #expect(throws: (any Error).self) {
        do {
          try fixture.run {
            $0.map("difficulty", to: \Recipe.difficulty) { _ in throw error }
          }
        } catch let found {
          #expect(type(of: found) == type(of: error))
          throw found
        }
      }
      #expect(try fixture.count() == 0)
    }
  }

  @Test("A value that a required property cannot have is an error, unless the mapping fills it")
  func unfitRequired() throws {
    let recipe = StoredModel.Entity(
      "Recipe", [.init("code", .string), .init("name", .data), .init("minutes", .double)])
    var fixture = try ImportFixture([recipe])
    fixture.sample.objects = [
      AppleRow(
        recipe, 5, ["code": .text("a"), "name": .data(Data([9])), "minutes": .real(2.5)])
    ]
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .unfitValue && error?.row == 5)
    let report = try fixture.run {
      $0.fill(\Recipe.name, with: "none")
      $0.fill(\Recipe.minutes, with: 3)
      $0.fill(\Recipe.rating, with: 4)
    }
    let found = try #require(try fixture.all(Recipe.self).first)
    #expect(found.name == "none" && found.minutes == 3 && found.rating == 4)
    #expect(Set(report.remarks.map(\.property)) == ["name", "minutes"])
  }

  @Test("A number that loses digits is written, and the report says so")
  func lossyNumbers() throws {
    let recipe = StoredModel.Entity(
      "Recipe",
      [
        .init("code", .string), .init("name", .string), .init("minutes", .integer(bits: 64)),
        .init("rating", .double),
      ])
    var fixture = try ImportFixture([recipe])
    fixture.sample.objects = [
      AppleRow(
        recipe, 1,
        ["code": .text("a"), "name": .text("b"), "minutes": .integer(1), "rating": .real(0.1)])
    ]
    let report = try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.rating == 0.1)
    #expect(report.remarks.map(\.property) == ["rating"])
  }

  @Test("Rows with equal unique values become one object; references lead to it")
  func unique() throws {
    var fixture = try ImportFixture.recipes()
    let context = ModelContext(fixture.container)
    let own = Recipe(code: "cake", name: "Mine")
    context.insert(own)
    try context.save()
    fixture.sample.objects.append(RecipeFile.row(7, "soup"))
    fixture.sample.objects.append(RecipeFile.step(8, "serve", of: 7))
    let report = try fixture.run()
    #expect(report["Recipe"]?.inserted == 1 && report["Recipe"]?.merged == 2)
    let recipes = try fixture.all(Recipe.self)
    #expect(Set(recipes.map(\.code)) == ["cake", "soup"])
    #expect(own.name == "Dish 4")
    #expect(own.steps.map(\.text) == ["bake"])
    let soup = try #require(recipes.first { $0.code == "soup" })
    #expect(soup.name == "Dish 7")
    #expect(Set(soup.steps.map(\.text)) == ["boil", "eat", "serve"])
    let second = try fixture.run()
    #expect(second.entities.allSatisfy { $0.unchanged == $0.read }, "\(second)")
  }

  @Test("A file without a description of its model is read by the names of its columns")
  func withoutModel() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.hasCache = false
    let report = try fixture.run()
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes.map(\.code) == ["soup", "cake"])
    #expect(recipes.map(\.minutes) == [10, 40])
    #expect(Set(recipes[0].steps.map(\.text)) == ["boil", "eat"])
    #expect(report["Step"]?.inserted == 3)
    // Join tables of such a file are not read.
    #expect(recipes.flatMap(\.labels).isEmpty)
  }
}

extension StoreImport {
  /// An identifier, for a key path that is no stored property.
  var givenIdentifier: PersistentIdentifier { Label(name: "").persistentModelID }
}
