import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

@Model final class Photo {
  var data: Data
  init(data: Data) { self.data = data }
}

@Suite("Store import: a report that says what is not in the container")
struct CompletenessTests {
  @Test("A later import repeats the remarks on values that the container does not have")
  func laterRemarks() throws {
    let recipe = StoredModel.Entity(
      "Recipe",
      [
        .init("code", .string), .init("name", .string), .init("minutes", .integer(bits: 64)),
        .init("difficulty", .integer(bits: 64)), .init("rating", .double),
      ])
    var fixture = try ImportFixture([recipe])
    fixture.sample.objects = [
      AppleRow(
        recipe, 1,
        [
          "code": .text("a"), "name": .text("b"), "minutes": .integer(1), "rating": .real(0.1),
          "difficulty": .integer(7),
        ])
    ]
    let first = try fixture.run()
    #expect(first.remarks.count == 2 && !first.isComplete)
    let second = try fixture.run()
    #expect(second["Recipe"]?.unchanged == 1)
    #expect(second.remarks == first.remarks)
    #expect(!second.isComplete)
  }

  @Test("Rows whose objects were deleted from the container are not complete")
  func deletedHere() throws {
    let fixture = try ImportFixture.recipes()
    #expect(try fixture.run().isComplete)
    #expect(try fixture.run().isComplete)
    try fixture.edit(Label.self) { context, labels in context.delete(labels[0]) }
    let report = try fixture.run()
    #expect(report["Label"]?.deletedHere == 1)
    #expect(!report.isComplete)
  }

  @Test("The links of relationships that the class does not have are counted")
  func unknownRelationship() throws {
    let label = StoredModel.Entity(
      "Label", [.init("name", .string)],
      [
        .init("recipes", to: "Recipe", inverse: "labels", isToMany: true),
        .init("likes", to: "Step", isToMany: true), .init("best", to: "Step"),
      ])
    var fixture = try ImportFixture.recipes([RecipeFile.recipe, RecipeFile.step, label])
    fixture.sample.objects.append(
      AppleRow(
        label, 3, ["name": .text("warm")],
        references: ["best": AppleReference(entity: "Step", key: 1)]))
    fixture.sample.links["Label.likes"] = [
      RecipeFile.stepLink(1, 1, 1), RecipeFile.stepLink(2, 3, 1),
    ]
    let report = try fixture.run()
    for (name, count) in [("likes", 2), ("best", 1)] {
      let links = try #require(report.relationship("Label", name))
      #expect(links.property == nil)
      #expect(links.read == count && links.leftOut == count && links.written == 0)
      #expect(links.reason != nil)
    }
    #expect(report["Label"]?.propertiesLeftOut == ["best", "likes"])
  }

  @Test("Bytes that only look like the mark of external storage are named")
  func externalStorage() throws {
    let photo = StoredModel.Entity("Photo", [.init("data", .data)])
    var fixture = try ImportFixture([photo], models: [Photo.self])
    fixture.sample.objects = [
      AppleRow(photo, 1, ["data": .data(Data([1, 2, 3]))]),
      AppleRow(photo, 2, ["data": .data(Data([1, 4]))]),
    ]
    let folder = fixture.directory.file(".Model_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let report = try fixture.run()
    #expect(try fixture.all(Photo.self).map(\.data) == [Data([2, 3]), Data([4])])
    let remark = try #require(report.remarks.first)
    #expect(remark.entity == "Photo" && remark.property == "data" && remark.rows == [1, 2])
    #expect(remark.count == 2 && !report.isComplete)

    let name = UUID().uuidString
    try Data("large".utf8).write(to: folder.appendingPathComponent(name))
    fixture.sample.objects.append(
      AppleRow(photo, 3, ["data": .data(Data([2]) + Data(name.utf8))]))
    let certain = try fixture.run()
    #expect(certain.isComplete, "\(certain)")
    #expect(try fixture.all(Photo.self).map(\.data.count) == [2, 1, 5])
  }

  @Test("The join tables of a file without a description of its model are counted")
  func joinTables() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.hasCache = false
    let report = try fixture.run()
    let links = try #require(report.relationships.first { $0.property == nil }, "\(report)")
    #expect(links.name == "Z_1RECIPES")
    #expect(links.read == 3 && links.leftOut == 3)
    #expect(!report.isComplete)
  }
}
