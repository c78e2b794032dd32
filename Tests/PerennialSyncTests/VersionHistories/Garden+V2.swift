import SwiftData

extension Garden {
  enum V2 {
    enum Mood: String, Codable, CaseIterable { case calm, glad, stormy }

    struct Spot: Codable, Equatable {
      var city = ""
      var street: String?
    }

    @Model final class Plant {
      var name = ""
      var number = 0
      var rank = 0
      var mood = Mood.calm
      var spot = Spot()
      var weather = "none"
      var bed: Bed?
      var diary: Diary?
      var tags: [Tag] = []

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
      var extra = "none"
      @Attribute(.counter) var visits = 0

      init() {}
    }

    @Model final class Tag {
      var name = ""
      @Attribute(.unique) var code: String?
      @Relationship(inverse: \Plant.tags) var plants: [Plant] = []

      init() {}
    }

    @Model final class Diary {
      var name = ""
      @Relationship(inverse: \Plant.diary) var plants: [Plant] = []

      init() {}
    }
  }
}

extension Garden.V2.Plant: GardenObject {
  static var fields: [GardenField<Garden.V2.Plant>] {
    [
      .value("name", \.name) { "name \($0)" }, .value("number", \.number) { $0 },
      .value("rank", \.rank) { $0 }, .cases("mood", \.mood),
      .structure(
        "spot", \.spot,
        [
          "city": GardenMember(text: { $0.city }, write: { $0.city = "city \($1)" }),
          "street": GardenMember(text: { $0.street }, write: { $0.street = "street \($1)" }),
        ]),
      .value("weather", \.weather) { "weather \($0)" },
    ]
  }

  static var references: [GardenReference<Garden.V2.Plant>] {
    [GardenReference("bed", \.bed), GardenReference("diary", \.diary)]
  }

  static var links: [GardenLinks<Garden.V2.Plant>] { [GardenLinks(\.tags)] }
}

extension Garden.V2.Bed: GardenObject {
  static var fields: [GardenField<Garden.V2.Bed>] {
    [.value("name", \.name) { "bed \($0)" }, .value("size", \.size) { $0 }]
  }
}

extension Garden.V2.Note: GardenObject {
  static var fields: [GardenField<Garden.V2.Note>] {
    [
      .value("text", \.text) { "text \($0)" }, .value("number", \.number) { $0 },
      .value("extra", \.extra) { "extra \($0)" },
    ]
  }

  static var counter: ReferenceWritableKeyPath<Garden.V2.Note, Int>? { \.visits }
  static var isMergedByRecord: Bool { true }
}

extension Garden.V2.Tag: GardenObject {
  static var fields: [GardenField<Garden.V2.Tag>] {
    [.value("name", \.name) { "tag \($0)" }, .optional("code", \.code) { "code \($0)" }]
  }
}

extension Garden.V2.Diary: GardenObject {
  static var fields: [GardenField<Garden.V2.Diary>] { [.value("name", \.name) { "diary \($0)" }] }
}
