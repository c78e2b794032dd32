import StoreTesting
import SwiftData
import Testing

@Suite("41/6: A batch deletion keeps the least numbers of related objects")
struct BatchDeleteMinimumTests {
  @Model final class Team {
    var name = ""
    @Relationship(minimumModelCount: 2, inverse: \Player.team) var players: [Player] = []
    @Relationship(minimumModelCount: 1, inverse: \Sponsor.teams) var sponsors: [Sponsor] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Player {
    var name = ""
    var team: Team?

    init(_ name: String) { self.name = name }
  }

  @Model final class Sponsor {
    var name = ""
    var teams: [Team] = []

    init(_ name: String) { self.name = name }
  }

  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Team.self, Player.self, Sponsor.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    for (name, count) in [("red", 2), ("blue", 4)] {
      let team = Team(name)
      context.insert(team)
      for number in 1...count { team.players.append(Player("\(name) \(number)")) }
      team.sponsors.append(Sponsor(name))
    }
    context.insert(Player("without a team"))
    try context.save()
  }

  private func names() throws -> [String] {
    try ModelContext(context.container).fetch(FetchDescriptor<Player>()).map(\.name).sorted()
  }

  private func delete(_ names: String...) throws {
    try context.delete(model: Player.self, where: #Predicate { names.contains($0.name) })
  }

  @Test("A team that would keep too few is named, and nothing is deleted")
  func refusal() throws {
    let all = try names()
    let error = #expect(throws: SwiftDataError.modelValidationFailure) {
      try delete("red 1", "blue 1", "without a team")
    }
    #expect(error?.explanation.contains("players must keep at least 2 objects") == true)
    #expect(error?.identifiers.count == 1)
    #expect(try names() == all)
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try delete("blue 1", "blue 2", "blue 3")
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.delete(model: Player.self)
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.delete(model: Sponsor.self, where: #Predicate { $0.name == "red" })
    }
    #expect(try names() == all)
  }

  @Test("What leaves enough is deleted, and teams go with their players")
  func permission() throws {
    try delete("blue 1", "blue 2", "without a team")
    #expect(try names() == ["blue 3", "blue 4", "red 1", "red 2"])
    try context.delete(model: Team.self, where: #Predicate { $0.name == "red" })
    try delete("red 1")
    try context.delete(model: Team.self)
    try context.delete(model: Player.self)
    #expect(try names().isEmpty)
  }

  @Test(
    "It refuses what a save refuses",
    arguments: [["red 1"], ["blue 1"], ["blue 1", "blue 2", "blue 3"]])
  func agreement(names: [String]) throws {
    let other = ModelContext(context.container)
    let players = try other.fetch(
      FetchDescriptor<Player>(predicate: #Predicate { names.contains($0.name) }))
    for player in players { other.delete(player) }
    let isSaved = (try? other.save()) != nil
    other.rollback()
    if isSaved { return #expect(try self.names().count == 7 - names.count) }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.delete(model: Player.self, where: #Predicate { names.contains($0.name) })
    }
  }
}
