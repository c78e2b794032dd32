import Foundation
import SwiftData
import Testing

/// The declarations of models that programs use; see Fixtures/Tickets.swift.
///
/// Checks which of a model's properties are stored, and that values of all their types are read from every
/// kind of store as they were written. Models may declare their own `id`, `description` and `Codable`
/// conformance, and may have the names of common types, such as `Task` and `Collection`.
@Suite("Conformance: declarations")
struct DeclarationConformance {
  private static let types: [any PersistentModel.Type] = [
    Ticket.self, TicketOwner.self, Scan.self, Luggage.self, Receipt.self,
  ]

  private func with(_ stage: Stage, _ body: (ModelContext) throws -> Void) throws {
    ValueTransformer.setValueTransformer(Reversing(), forName: Reversing.name)
    try stage.with(Self.types, body)
  }

  @Test("What is kept of a model, and what is not")
  func columns() throws {
    let entity = try #require(Schema(Self.types).entitiesByName["Ticket"])
    #expect(
      Set(entity.attributesByName.keys) == [
        "createdAt", "price", "tags", "notes", "priority", "grid", "words", "holes", "span",
        "states", "outcome", "either", "cost", "site", "ratio", "due", "code", "text", "_state",
        "whole", "secret", "marked", "plain", "legacy", "images",
      ])
    #expect(Set(entity.relationshipsByName.keys) == ["owner", "next", "previous", "scans"])
    #expect(entity.attributesByName["code"]?.originalName == "key_")
    #expect(entity.attributesByName["whole"]?.isCodable == true)
    #expect(entity.attributesByName["secret"]?.options.count == 3)
    #expect(entity.attributesByName["marked"]?.hashModifier == "v2")
    #expect(entity.uniquenessConstraints == [["code"], ["code", "_state"]])
    #expect(
      entity.indices == [["binary", "_state"], ["binary", "owner"], ["binary", "code", "due"]])
    #expect(entity.relationshipsByName["previous"]?.inverseName == "next")
  }

  @Test("Values of all types come back", arguments: Stage.allCases)
  func values(stage: Stage) throws {
    try with(stage) { context in
      let ticket = Ticket.make("a", in: context)
      ticket.price = Decimal(string: "12.345") ?? 0
      ticket.notes = ["x": "y", "z": nil]
      ticket.grid = [[], [4, 5]]
      ticket.words = ["b", "c"]
      ticket.holes = ["h", nil]
      ticket.span = 1.5
      ticket.states = [.closed, .open]
      ticket.outcome = .done(by: "me", at: 3)
      ticket.either = .second("s")
      ticket.cost = Ticket.Money(amount: 3, currency: .init(code: "CHF"), rates: ["EUR": 0.5])
      ticket.whole = Ticket.Money(amount: 4)
      ticket.site = URL(string: "https://example.org/a?b=c")
      ticket.ratio = 0.25
      ticket.images = [Data([1, 2]), Data()]
      ticket.close()
      let scan = Scan()
      (scan.front, scan.back, scan.left, scan.right) = ("f", "b", "l", "r")
      ticket.scans.append(scan)
      let luggage = Luggage()
      luggage.weights["bag"] = 7
      try context.add(luggage, Receipt(text: "paid"))

      let other = context.another
      let copy = try #require(try other.all(Ticket.self).first)
      #expect(copy.createdAt == ticket.createdAt)
      #expect(copy.price == ticket.price)
      #expect(copy.tags == ["new"])
      #expect(copy.notes == ["x": "y", "z": nil])
      #expect(copy.grid == [[], [4, 5]])
      #expect(copy.words == ["b", "c"])
      #expect(copy.holes == ["h", nil])
      #expect(copy.span == 1.5)
      #expect(copy.states == [.closed, .open])
      #expect(copy.outcome == .done(by: "me", at: 3))
      #expect(copy.either == .second("s"))
      #expect(copy.cost == ticket.cost)
      #expect(copy.whole.amount == 4)
      #expect(copy.site == ticket.site)
      #expect(copy.ratio == 0.25)
      #expect(copy.due == nil)
      #expect(copy.images == [Data([1, 2]), Data()])
      #expect(copy.code == ticket.code)
      #expect(copy.text == "a")
      #expect(copy.state == .closed)
      #expect(copy.shout == "A")
      let scans: [Scan] = copy.scans
      #expect(scans.map(\.front) == ["f"])
      #expect(scans.map(\.back) == ["b"])
      #expect(scans.map(\.left) == ["l"])
      #expect(scans.map(\.right) == ["r"])
      #expect(scans.first?.ticket === copy)
      #expect(try other.all(Luggage.self).first?.bag == 7)
      #expect(try other.all(Receipt.self).map(\.text) == ["paid"])
    }
  }

  @Test("A model's own id, description and initialisers", arguments: Stage.allCases)
  func owners(stage: Stage) throws {
    try with(stage) { context in
      let (owner, first) = (TicketOwner(name: "Ada"), Ticket(shouting: "one"))
      owner.tickets = [first]
      context.insert(owner)
      let second = Ticket.make("two", in: context)
      second.owner = owner
      first.next = second
      #expect(owner.tickets.count == 2)
      #expect(second.previous === first)
      try context.save()
      let copy = try #require(try context.another.all(TicketOwner.self).first)
      #expect(copy.id == owner.id)
      #expect("\(copy)" == "owner Ada")
      #expect(Set(copy.tickets.map(\.text)) == ["ONE", "two"])
      #expect(copy.tickets.first { $0.text == "two" }?.previous?.text == "ONE")
      context.delete(owner)
      try context.save()
      #expect(try context.another.fetchCount(FetchDescriptor<Ticket>()) == 0)
    }
  }

  @Test("Models that are called as other things are")
  func names() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: OfficeV1.self),
      configurations: .init(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (task, category) = (OfficeV1.Task(title: "write"), OfficeV1.Category())
    category.tasks?.append(task)
    let collection = OfficeV1.Collection()
    collection.schema = OfficeV1.Schema()
    try context.add(category, collection)
    let other = ModelContext(container)
    #expect(try other.all(OfficeV1.Task.self).first?.category?.tasks?.count == 1)
    #expect(try other.all(OfficeV1.Collection.self).first?.schema?.version == 1)
    #expect(
      Set(container.schema.entities.map(\.name)) == ["Task", "Category", "Collection", "Schema"])
  }
}
