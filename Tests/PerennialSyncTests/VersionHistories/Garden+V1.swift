import SwiftData

extension Garden {
  enum V1 {
    enum Mood: String, Codable, CaseIterable { case calm, glad }

    struct Spot: Codable, Equatable { var city = "" }

    @Model final class Plant {
      var name = ""
      var number = 0
      var rank = 0
      var mood = Mood.calm
      var spot = Spot()
      var bed: Bed?

      init() {}
    }

    @Model final class Bed {
      var name = ""
      @Relationship(inverse: \Plant.bed) var plants: [Plant] = []

      init() {}
    }

    /// An object that is merged as a whole.
    @Model final class Note {
      #Merge<Note>(.byRecord)
      var text = ""
      var number = 0

      init() {}
    }
  }
}

extension Garden.V1.Plant: GardenObject {
  static var fields: [GardenField<Garden.V1.Plant>] {
    [
      .value("name", \.name) { "name \($0)" }, .value("number", \.number) { $0 },
      .value("rank", \.rank) { $0 }, .cases("mood", \.mood),
      .structure(
        "spot", \.spot,
        ["city": GardenMember(text: { $0.city }, write: { $0.city = "city \($1)" })]),
    ]
  }

  static var references: [GardenReference<Garden.V1.Plant>] { [GardenReference("bed", \.bed)] }
}

extension Garden.V1.Bed: GardenObject {
  static var fields: [GardenField<Garden.V1.Bed>] { [.value("name", \.name) { "bed \($0)" }] }
}

extension Garden.V1.Note: GardenObject {
  static var fields: [GardenField<Garden.V1.Note>] {
    [.value("text", \.text) { "text \($0)" }, .value("number", \.number) { $0 }]
  }

  static var isMergedByRecord: Bool { true }
}
