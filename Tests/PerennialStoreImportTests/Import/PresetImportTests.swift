import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores
import PerennialPresets
import PerennialStoreImport
import StoreTesting
import Testing

/// A course with a preset ID, which an earlier app kept as the property `slug` of ordinary rows.
@Model final class Course {
  var slug: String?
  var name: String
  var minutes: Int
  @Relationship(inverse: \Guest.favorite) var guests: [Guest] = []
  init(slug: String?, name: String, minutes: Int) {
    (self.slug, self.name, self.minutes) = (slug, name, minutes)
  }
}

@Model final class Guest {
  var name: String
  var favorite: Course?
  init(name: String) { self.name = name }
}

extension PresetCatalog {
  fileprivate static func courses(_ version: Int, minutes: Int) -> PresetCatalog {
    PresetCatalog("courses", version: version) {
      Presets(id: \Course.slug) {
        [
          Course(slug: "soup", name: "Soup", minutes: minutes),
          Course(slug: "cake", name: "Cake", minutes: minutes),
        ]
      }
    }
  }
}

@Suite("Store import: imported rows become presets")
struct PresetImportTests {
  private let directory: ScratchDirectory
  private let container: ModelContainer
  private var sample: SampleStore

  private static let course = StoredModel.Entity(
    "Course",
    [.init("slug", .string), .init("name", .string), .init("minutes", .integer(bits: 64))],
    [.init("guests", to: "Guest", inverse: "favorite", isToMany: true)])
  private static let guest = StoredModel.Entity(
    "Guest", [.init("name", .string)], [.init("favorite", to: "Course", inverse: "guests")])

  init() throws {
    directory = try ScratchDirectory()
    container = try ModelContainer(
      for: Schema([Course.self, Guest.self]),
      configurations: [ModelConfiguration(url: directory.file("Courses.store"))],
      presets: [.courses(2, minutes: 30)])
    sample = SampleStore(model: StoredModel([Self.course, Self.guest]))
    sample.objects = [
      Self.row(1, "soup", name: "Soup", minutes: 20),
      Self.row(2, "cake", name: "My cake", minutes: 20),
      Self.row(3, nil, name: "Own", minutes: 5), Self.guest(1, "Ann", favorite: 2),
    ]
  }

  private static func row(
    _ key: Int64, _ slug: String?, name: String, minutes: Int64
  ) -> AppleRow {
    AppleRow(
      course, key,
      [
        "slug": slug.map { .text($0) } ?? .null, "name": .text(name), "minutes": .integer(minutes),
      ])
  }

  private static func guest(_ key: Int64, _ name: String, favorite: Int64) -> AppleRow {
    AppleRow(
      guest, key, ["name": .text(name)],
      references: ["favorite": AppleReference(entity: "Course", key: favorite)])
  }

  private func run() throws -> StoreImportReport {
    let url = directory.file("Model.sqlite")
    try? FileManager.default.removeItem(at: url)
    try sample.write(to: url)
    return try StoreImport(contentsOf: url).run(into: container)
  }

  private func courses() throws -> [String: Course] {
    let all = try ModelContext(container).fetch(FetchDescriptor<Course>())
    return Dictionary(all.map { ($0.slug ?? $0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  @Test(
    "Values equal to a former default are no edits, others are; references and a later import follow"
  )
  func presets() throws {
    var test = self
    #expect(try test.run()["Course"]?.inserted == 3)
    let report = try container.presets.mergeDuplicates(
      [.ofPresets(\Course.slug)], formerly: [.courses(1, minutes: 20)])
    #expect(report.merges.count == 2)
    var found = try courses()
    #expect(found.count == 3)
    #expect(found["soup"]?.minutes == 30 && found["cake"]?.minutes == 30)
    #expect(found["cake"]?.name == "My cake")
    #expect(found["cake"]?.guests.map(\.name) == ["Ann"])

    // The file has a new guest, and another value of a row that is a preset now.
    test.sample.objects[0] = Self.row(1, "soup", name: "Soup of the day", minutes: 20)
    test.sample.objects.append(Self.guest(2, "Bob", favorite: 1))
    let later = try test.run()
    #expect(later["Course"]?.updated == 1 && later["Course"]?.deletedHere == 0)
    found = try courses()
    #expect(found["soup"]?.name == "Soup of the day")
    #expect(found["soup"]?.guests.map(\.name) == ["Bob"])

    // It is an edit: a reset shows the catalog's value, and its undo the edit again.
    let reset = try container.presets.reset(.presets)
    #expect(try courses()["soup"]?.name == "Soup")
    #expect(try courses()["cake"]?.name == "Cake")
    #expect(try courses()["Own"] != nil)
    try container.presets.undo(reset)
    #expect(try courses()["soup"]?.name == "Soup of the day")
    #expect(try courses()["cake"]?.name == "My cake")
  }
}
