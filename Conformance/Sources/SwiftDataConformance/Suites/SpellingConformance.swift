import Foundation
import SwiftData
import Testing

/// The API in the spellings that programs use: containers, contexts, predicates, orders.
///
/// Other suites check the effect of a declaration. This one checks that calls compile as programs write them,
/// with implicit members, default arguments, key paths of several steps and captured values, and that they
/// have the expected result.
@Suite("Conformance: spellings")
struct SpellingConformance {
  private static let types: [any PersistentModel.Type] = [
    Ticket.self, TicketOwner.self, Scan.self,
  ]

  // MARK: Containers

  @Test("Containers, configurations and schemas")
  func containers() throws {
    let containers = [
      try ModelContainer(
        for: Ticket.self, TicketOwner.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)),
      try ModelContainer(
        for: .init(Self.types), configurations: [.init(isStoredInMemoryOnly: true)]),
      try ModelContainer(
        for: Schema(Self.types), migrationPlan: nil,
        configurations: .init(
          "a", schema: nil, isStoredInMemoryOnly: true, allowsSave: true,
          groupContainer: .automatic, cloudKitDatabase: .none)),
      try .init(for: Ticket.self, configurations: .init(isStoredInMemoryOnly: true)),
      try ModelContainer(
        for: Schema([Ticket.self], version: .init(1, 0, 0)),
        configurations: .init(
          for: Ticket.self, TicketOwner.self, Scan.self, isStoredInMemoryOnly: true)),
    ]
    for container in containers {
      #expect(container.configurations.map(\.url.path) == ["/dev/null"])
      #expect(container.schema.entitiesByName["Scan"] != nil)
      let secret = container.schema.entitiesByName["Ticket"]?.attributesByName["secret"]
      #expect(secret?.options.contains(.preserveValueOnDeletion) == true)
    }
    #expect(Schema(OfficeV1.models).entities.count == 4)
    #expect(Schema(versionedSchema: OfficeV1.self).version == .init(1, 0, 0))
    let placed = ModelConfiguration(
      "n", schema: Schema(Self.types), url: URL(fileURLWithPath: "/tmp/n"), allowsSave: false,
      cloudKitDatabase: .none)
    #expect(!placed.allowsSave)
  }

  @Test("A context may be all that holds its container")
  func onlyOwner() throws {
    let context = ModelContext(try memoryContainer(Self.types))
    _ = Ticket.make("kept", in: context)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Ticket>()).count == 1)
    #expect(context.container.schema.entities.count == 3)
  }

  @Test("What the macro wrote down, by reflection")
  func reflection() {
    var unique: [String] = []
    for entry in Ticket.schemaMetadata {
      let children = Mirror(reflecting: entry).children
      let attribute = children.first { $0.label == "metadata" }?.value as? Schema.Attribute
      if attribute?.originalName == "key_" { unique.append("code") }
    }
    #expect(unique == ["code"])
  }

  // MARK: Contexts

  @Test("Verbs of contexts", arguments: Stage.allCases)
  func contexts(stage: Stage) throws {
    try stage.with(Self.types) { context in
      let tickets = (0..<12).map { Ticket.make("t\($0)", in: context) }
      try context.save()
      let known = context.registeredModel(for: tickets[0].persistentModelID) as Ticket?
      #expect(known === tickets[0])
      let again: Ticket? = try context.existing(tickets[1].persistentModelID)
      #expect(again === tickets[1])
      let type = String(reflecting: Swift.type(of: context.model(for: tickets[2].id)))
      #expect(type.hasSuffix(".Ticket"))
      try context.enumerate(FetchDescriptor<Ticket>(), batchSize: 5) { $0.plain = 1 }
      try context.enumerate(FetchDescriptor<Ticket>(sortBy: [.init(\.text)]), batchSize: 512) {
        ticket in
        if ticket.text == "t3" { context.delete(ticket) }
      }
      try context.transaction {
        tickets[4].modelContext?.delete(tickets[4])
      }
      #expect(try context.another.fetchCount(FetchDescriptor<Ticket>()) == 10)
      context.delete(tickets[4])
      try context.delete(model: Ticket.self, where: #Predicate { $0.owner != nil })
      #expect(try context.fetchCount(.recent) == 5)
      try context.delete(model: Ticket.self)
      #expect(!context.hasChanges)
      #expect(try context.fetch(.recent).isEmpty)
    }
  }

  @Test("A transaction's predicates", arguments: [Stage.file, .memory])
  func history(stage: Stage) throws {
    try stage.with(Self.types) { context in
      let ticket = Ticket.make("h", in: context)
      try context.save()
      typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
      let token = try #require(try context.fetchHistory(Descriptor()).last?.token)
      context.author = "me"
      ticket.plain = 2
      try context.save()
      let (me, store) = ("me", try #require(ticket.persistentModelID.storeIdentifier))
      let since = Date(timeIntervalSinceReferenceDate: 0)
      var descriptor = Descriptor()
      func authors(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [String?] {
        descriptor.predicate = predicate
        return try context.fetchHistory(descriptor).map(\.author)
      }
      #expect(try authors(#Predicate { $0.token > token }) == ["me"])
      #expect(try authors(#Predicate { $0.token <= token }) == [nil])
      #expect(try authors(#Predicate { ($0.token > token) && ($0.author == me) }) == ["me"])
      #expect(try authors(#Predicate { $0.author == nil || $0.author != me }) == [nil])
      #expect(
        try authors(#Predicate { $0.storeIdentifier == store && $0.timestamp > since })
          == [nil, "me"])
      descriptor.sortBy = [.init(\.transactionIdentifier, order: .reverse)]
      descriptor.fetchLimit = 1
      #expect(try authors(#Predicate { $0.storeIdentifier == store }) == ["me"])
    }
  }

  // MARK: Queries

  private struct Filter: Codable {
    var codes: [UUID]?
    var state = Ticket.State.open
  }

  private func fill(_ context: ModelContext) throws {
    let owners = ["Ada", "Ben"].map { TicketOwner(name: $0) }
    for owner in owners { context.insert(owner) }
    var last: Ticket?
    for number in 0..<20 {
      let ticket = Ticket.make(["alpha", "beta", "Ax"][number % 3] + "\(number)", in: context)
      ticket.plain = number
      ticket.owner = number % 4 == 0 ? nil : owners[number % 2]
      ticket.due =
        number % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number * 100))
      if number % 5 == 0 { ticket.close() }
      if number % 6 == 0 { ticket.tags = [] }
      if number % 7 == 0 { ticket.next = last }
      last = ticket
    }
    try context.save()
  }

  @Test("Predicates select what they hold for", arguments: Stage.allCases)
  func predicates(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      let all = try context.all(Ticket.self, by: SortDescriptor(\.plain))
      let (owner, code): (TicketOwner?, UUID?) = (all[1].owner, all[2].code)
      let (ownerID, ids) = (owner?.persistentModelID, all.prefix(3).map(\.persistentModelID))
      let cutoff = Date(timeIntervalSinceReferenceDate: 900)
      let range = cutoff..<Date(timeIntervalSinceReferenceDate: 1500)
      let filter = Filter(codes: all.suffix(2).map(\.code), state: .closed)
      let (search, nothing, name) = ("a", "", "Ada")
      let predicates: [Predicate<Ticket>] = [
        #Predicate { range.lowerBound <= $0.createdAt },
        #Predicate { if let due = $0.due { return due > cutoff } else { return false } },
        #Predicate { if let due = $0.next?.due { due < cutoff } else { false } },
        #Predicate { ($0.due ?? cutoff) < cutoff },
        #Predicate { $0._state == filter.state.rawValue },
        #Predicate { (filter.codes ?? []).contains($0.code) },
        #Predicate { $0.code == code! },
        #Predicate { nothing.isEmpty || $0.text.localizedStandardContains(nothing) },
        #Predicate { search.isEmpty || $0.text.localizedStandardContains(search) },
        #Predicate { if nothing.isEmpty { return true } else { return $0.text.contains("x") } },
        #Predicate { $0.owner?.persistentModelID == ownerID },
        #Predicate { ids.contains($0.persistentModelID) },
        #Predicate { $0.owner?.name == name },
        #Predicate { $0.owner == nil },
        #Predicate { $0.next != nil && !$0.tags.isEmpty },
        #Predicate { $0.tags.contains("new") || $0.text.starts(with: "A") },
        #Predicate<Ticket> { ticket in ticket.plain % 2 == 0 },
        Predicate<Ticket>.true,
        .false,
        Predicate(all: [
          #Predicate<Ticket> { $0.plain > 1 }, #Predicate<Ticket> { $0.owner != nil },
        ]),
      ]
      for (number, predicate) in predicates.enumerated() {
        let expected = try all.filter { try predicate.evaluate($0) }.map(\.plain)
        let found = try context.fetch(
          FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.plain)]))
        #expect(found.map(\.plain) == expected, "the predicate \(number)")
        #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
      }
    }
  }

  @Test("Predicates over collections", arguments: Stage.allCases)
  func collections(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      try context.add(TicketOwner(name: "Cid"))
      let all = try context.all(TicketOwner.self, by: SortDescriptor(\.name))
      let search = "beta1"
      let predicates: [Predicate<TicketOwner>] = [
        #Predicate { $0.tickets.contains { $0.text == search } },
        #Predicate { $0.tickets.contains(where: { $0.plain > 18 }) },
        #Predicate { $0.tickets.count == 0 || $0.tickets.isEmpty },
        #Predicate { !$0.tickets.allSatisfy { $0.plain > 1 } && !$0.tickets.isEmpty },
        #Predicate { $0.tickets.filter { $0.plain > 18 }.count > 0 },
        #Predicate { $0.tickets.filter { $0.plain > 18 }.isEmpty },
      ]
      for (number, predicate) in predicates.enumerated() {
        let expected = try all.filter { try predicate.evaluate($0) }.map(\.name)
        let found = try context.fetch(
          FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        #expect(found.map(\.name) == expected, "the predicate \(number)")
      }
      #expect(try context.named(TicketOwner.self, "Ben").count == 1)
    }
  }

  private enum Order: CaseIterable {
    case text, date

    var descriptor: SortDescriptor<Ticket> {
      switch self {
      case .text: SortDescriptor(\.text, comparator: .localizedStandard)
      case .date: .init(\Ticket.createdAt, order: .reverse)
      }
    }
  }

  @Test("Orders", arguments: Stage.allCases)
  func orders(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      var orders: [SortDescriptor<Ticket>] = [.init(\.due, order: .forward), .init(\.plain)]
      func numbers() throws -> [Int] {
        try context.fetch(FetchDescriptor(sortBy: orders)).map(\.plain)
      }
      let forward = try numbers()
      #expect(forward.prefix(7) == [0, 3, 6, 9, 12, 15, 18])
      orders[0].order = orders[0].order == .forward ? .reverse : .forward
      #expect(try numbers().first == 19)
      orders = Order.allCases.map(\.descriptor)
      #expect(try numbers().count == 20)
      orders = [SortDescriptor(\.price), SortDescriptor(\.code), SortDescriptor(\.owner?.name)]
      #expect(try numbers().count == 20)
      orders = [SortDescriptor(\Ticket.persistentModelID)]
      let identifiers = try context.fetch(FetchDescriptor(sortBy: orders)).map(\.persistentModelID)
      #expect(identifiers == identifiers.sorted())
      let tickets = try context.fetch(.recent)
      #expect(tickets.sorted(using: SortDescriptor(\.plain)).count == 5)
      #expect(tickets.sorted(using: KeyPathComparator(\.plain)).count == 5)
    }
  }
}

extension FetchDescriptor where T == Ticket {
  fileprivate static var recent: FetchDescriptor<Ticket> {
    var descriptor = FetchDescriptor<Ticket>(
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
    descriptor.fetchLimit = 5
    descriptor.relationshipKeyPathsForPrefetching = [\.owner, \.previous]
    descriptor.propertiesToFetch = [\.text, \.code]
    return descriptor
  }
}

extension ModelContext {
  fileprivate func existing<T>(_ identifier: PersistentIdentifier) throws -> T?
  where T: PersistentModel {
    if let registered: T = registeredModel(for: identifier) { return registered }
    return try fetch(
      FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == identifier })
    ).first
  }

  fileprivate func named<M>(_ type: M.Type, _ name: String) throws -> [M] where M: TicketOwner {
    try fetch(FetchDescriptor<M>(predicate: #Predicate { $0.name == name }))
  }
}
