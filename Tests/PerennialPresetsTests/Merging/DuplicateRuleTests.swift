import Foundation
import PerennialInspection
import PerennialPresets
import SwiftData
import Testing

@Suite("Telling duplicates by the names of properties")
struct DuplicateRuleTests {
  private static let rules: [DuplicateRule] = [
    .presets(of: "Dish", by: "slug"), .presets(of: "DishTag", by: "presetID"),
    .presets(of: "Course", by: "name"), .presets(of: "DishPart", by: "dish.slug/name"),
  ]

  /// Content of an app without presets, made by two launches.
  private func oldStore() throws -> ModelContainer {
    let container = try Kitchen.container(nil)
    for round in 1...2 {
      let context = ModelContext(container)
      let quick = DishTag(presetID: "quick", name: "Quick")
      context.insert(
        Dish(
          "pasta", round == 1 ? "Pasta" : "My pasta", minutes: 20, parts: [DishPart("Salt")],
          tags: [quick]))
      context.insert(DishTag(presetID: "", name: "Own"))
      context.insert(DishPart("Salt"))
      try context.save()
    }
    return container
  }

  @Test("They find what closures find")
  func sameAsClosures() throws {
    let container = try oldStore()
    try container.usePresets([Kitchen.catalog(1)])
    let library = container.presets
    let byNames = try library.mergeDuplicates(library.duplicates(by: Self.rules), isDryRun: true)
    let byClosures = try library.mergeDuplicates(
      [
        .ofPresets { (dish: Dish) in dish.slug }, .ofPresets { (tag: DishTag) in tag.presetID },
        .ofPresets { (course: Course) in course.name },
        .ofPresets { (part: DishPart) in part.dish?.slug.map { "\($0)/\(part.name)" } },
      ], isDryRun: true)
    #expect(byNames == byClosures)
    #expect(byNames.merges.count == 3)
  }

  @Test("Nil and an empty text are the user's; numbers, and what is referred to, may be keys")
  func keys() throws {
    let container = try oldStore()
    let library = container.presets
    func alike(_ entity: String, _ path: String) throws -> [String] {
      let duplicates = try library.duplicates(by: [.keys(of: entity, by: path)])
      return try library.mergeDuplicates(duplicates, backup: .none).lookAlikes.map(\.subject.id)
    }
    #expect(try alike("DishTag", "presetID") == ["quick"])
    #expect(try alike("Dish", "minutes") == ["20"])
    #expect(try alike("Dish", "slug/minutes") == ["pasta/20"])
    #expect(try alike("DishPart", "dish.minutes/name") == ["20/Salt"])
    #expect(try alike("DishPart", "dish.course.name").isEmpty)
  }

  @Test("Look-alikes have the keys by which a store has them")
  func lookAlikes() throws {
    let container = try oldStore()
    let library = container.presets
    let report = try library.mergeDuplicates(
      library.duplicates(by: [.keys(of: "DishTag", by: "presetID")]), isDryRun: true)
    let found = try #require(report.lookAlikes.first)
    #expect(found.keys.count == 2)
    #expect(found.keys == found.keys.sorted())
    let context = ModelContext(container)
    for identifier in found.objects {
      #expect((context.model(for: identifier) as? DishTag)?.presetID == "quick")
    }
  }

  @Test("What was in the way of a preset and becomes it is no issue")
  func uniqueValues() throws {
    let container = try Kitchen.container(nil)
    let context = ModelContext(container)
    context.insert(Course("Main"))
    try context.save()
    let library = PresetLibrary(of: container, catalogs: [Kitchen.catalog(1)])
    #expect(try library.apply(isDryRun: true).issues.map(\.preset.id) == ["Main"])
    let report = try library.mergeDuplicates(
      library.duplicates(by: [.presets(of: "Course", by: "name")]))
    #expect(report.merges.map(\.isNew) == [true])
    #expect(report.issues.isEmpty)
    #expect(report.applied.issues.isEmpty)
    #expect(try context.fetch(FetchDescriptor<Course>()).allSatisfy { $0.isPreset })
  }

  @Test(
    "Whatever can be an ID is read, with classes of the program and with those made of its file",
    arguments: ["uid", "serial", "place", "kind", "owner.name/kind", "tricks"])
  func kinds(_ path: String) throws {
    try Kitchen.with(.file) { url in
      guard let url else { return }
      let kennel = try ModelContainer(
        for: Schema([Pet.self, Hound.self, PetOwner.self]),
        configurations: [ModelConfiguration(url: url)])
      let context = ModelContext(kennel)
      let owner = PetOwner("Ada")
      for _ in 1...2 { context.insert(Hound(owner)) }
      context.insert(Pet(owner))
      try context.save()
      let made = try StoreModels(of: InspectedStore(url)).container()
      for container in [kennel, made] {
        let library = PresetLibrary(of: container, catalogs: [])
        let report = try library.mergeDuplicates(
          library.duplicates(by: [.keys(of: "Hound", by: path)]), isDryRun: true)
        #expect(report.lookAlikes.map(\.subject.id) == [Hound.told[path]])
        // The two objects of the class `Hound`, and not the one of its superclass.
        #expect(report.lookAlikes.first?.keys.count == 2)
      }
    }
  }

  static let mistakes: [(DuplicateRule, PresetError.Code, String)] = [
    (.presets(of: "Dihs", by: "slug"), .unknownEntity, "did you mean “Dish”?"),
    (.keys(of: "Menu", by: "x"), .unknownEntity, "known names are Course, Dish, DishPart, DishTag"),
    (
      .keys(of: "Dish", by: "slugg"), .invalidRule,
      "Dish has no stored property “slugg”; did you mean “slug”"
    ),
    (.keys(of: "Dish", by: ""), .invalidRule, "“”"),
    (.keys(of: "Dish", by: "course"), .invalidRule, "such as course.name"),
    (.keys(of: "DishPart", by: "dish."), .invalidRule, "Dish has no stored property “”"),
    (.keys(of: "DishPart", by: "/name"), .invalidRule, "DishPart has no stored property “”"),
    (.keys(of: "Dish", by: "tags.name"), .invalidRule, "Dish.tags is a to-many relationship"),
    (.keys(of: "Dish", by: "title.name"), .invalidRule, "Dish.title is not a relationship"),
    (.keys(of: "Dish", by: "rating"), .invalidRule, "Dish.rating is of type Double"),
  ]

  @Test("A rule that can tell nothing is refused, with a way out", arguments: mistakes)
  func mistake(_ rule: DuplicateRule, _ code: PresetError.Code, _ words: String) throws {
    let library = try Kitchen.container(1).presets
    let error = try #require(throws: PresetError.self) { try library.duplicates(by: [rule]) }
    #expect(error.code == code)
    #expect(error.problems.count == 1)
    #expect(error.problems.first?.hasPrefix("\(rule): ") == true)
    #expect(error.problems.first?.contains(words) == true, "\(error)")
  }

  @Test("All that is wrong is told at once")
  func allMistakes() throws {
    let library = PresetLibrary(of: try Kitchen.container(nil), catalogs: [])
    let error = try #require(throws: PresetError.self) {
      try library.duplicates(by: Self.rules + [.keys(of: "Dish", by: "nix")])
    }
    #expect(error.problems.count == 5)
    #expect(error.problems.first?.contains("the catalogs have no presets of Dish;") == true)
  }
}

@Model
class Pet {
  enum Kind: String, Codable { case small, great }

  var uid = UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))
  var serial = UInt64.max
  var place: URL? = URL(string: "https://example.org/a")
  var kind = Kind.great
  var owner: PetOwner?

  init(_ owner: PetOwner) { self.owner = owner }
}

@Model
final class Hound: Pet {
  var tricks = 3

  override init(_ owner: PetOwner) { super.init(owner) }

  /// The texts of a hound's properties, by the path that a rule compares.
  static let told = [
    "uid": "07000000-0000-0000-0000-000000000009", "serial": "18446744073709551615",
    "place": "https://example.org/a", "kind": "great", "owner.name/kind": "Ada/great",
    "tricks": "3",
  ]
}

@Model
final class PetOwner {
  var name: String

  init(_ name: String) { self.name = name }
}
