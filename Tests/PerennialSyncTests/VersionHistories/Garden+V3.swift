import SwiftData

extension Garden {
  /// A name and a rank have other names, the rank another type. The weather and the diaries are gone.
  enum V3 {
    enum Mood: String, Codable, CaseIterable { case calm, glad, stormy, wild }

    struct Spot: Codable, Equatable {
      var city = ""
      var street: String?
      var depth: Int?
    }

    @Model final class Plant {
      @Attribute(originalName: "name") var title = ""
      var number = 0
      @Attribute(originalName: "rank") var level = 0.0
      var mood = Mood.calm
      var spot = Spot()
      var size = 0
      var bed: Bed?
      var tags: [Tag] = []
      @Relationship(inverse: \Tool.plant) var tools: [Tool] = []

      init() {}
    }

    @Model final class Bed {
      var name = ""
      var size = 0
      @Relationship(inverse: \Plant.bed) var plants: [Plant] = []

      init() {}
    }

    @Model final class Note {
      #Merge<Note>(.byRecord)
      var text = ""
      var number = 0
      @Attribute(originalName: "extra") var more = "none"
      @Attribute(.counter) var visits = 0

      init() {}
    }

    @Model final class Tag {
      var name = ""
      @Attribute(.unique) var code: String?
      @Relationship(inverse: \Plant.tags) var plants: [Plant] = []

      init() {}
    }

    @Model final class Tool {
      var name = ""
      var plant: Plant?

      init() {}
    }
  }
}

extension Garden.V3.Plant: GardenObject {
  static var fields: [GardenField<Garden.V3.Plant>] {
    [
      .value("name", \.title) { "name \($0)" }, .value("number", \.number) { $0 },
      // Half of these numbers do not fit into the earlier type.
      .value("rank", \.level) { Double($0) + ($0 % 2 == 0 ? 0 : 0.5) }, .cases("mood", \.mood),
      .structure(
        "spot", \.spot,
        [
          "city": GardenMember(text: { $0.city }, write: { $0.city = "city \($1)" }),
          "street": GardenMember(text: { $0.street }, write: { $0.street = "street \($1)" }),
          "depth": GardenMember(text: { $0.depth?.description }, write: { $0.depth = $1 }),
        ]),
      .value("size", \.size) { $0 },
    ]
  }

  static var references: [GardenReference<Garden.V3.Plant>] { [GardenReference("bed", \.bed)] }

  static var links: [GardenLinks<Garden.V3.Plant>] { [GardenLinks(\.tags)] }
}

extension Garden.V3.Bed: GardenObject {
  static var fields: [GardenField<Garden.V3.Bed>] {
    [.value("name", \.name) { "bed \($0)" }, .value("size", \.size) { $0 }]
  }
}

extension Garden.V3.Note: GardenObject {
  static var fields: [GardenField<Garden.V3.Note>] {
    [
      .value("text", \.text) { "text \($0)" }, .value("number", \.number) { $0 },
      .value("extra", \.more) { "extra \($0)" },
    ]
  }

  static var counter: ReferenceWritableKeyPath<Garden.V3.Note, Int>? { \.visits }
  static var isMergedByRecord: Bool { true }
}

extension Garden.V3.Tag: GardenObject {
  static var fields: [GardenField<Garden.V3.Tag>] {
    [.value("name", \.name) { "tag \($0)" }, .optional("code", \.code) { "code \($0)" }]
  }
}

extension Garden.V3.Tool: GardenObject {
  static var fields: [GardenField<Garden.V3.Tool>] { [.value("name", \.name) { "tool \($0)" }] }
  static var references: [GardenReference<Garden.V3.Tool>] { [GardenReference("plant", \.plant)] }
}
