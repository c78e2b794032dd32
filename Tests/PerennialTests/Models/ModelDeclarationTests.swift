import SwiftData
import Testing

@testable import Fixtures

@Suite("What @Model writes, at run time: declarations")
struct ModelDeclarationTests: CuriositySuite {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try curiosityContainer()
    context = ModelContext(container)
  }

  @Test("Properties may have nearly any name")
  func names() throws {
    let odd = OddNames("first")
    odd.description = "described"
    odd.debugDescription = "debugged"
    odd.hash = 7
    odd.default = 2
    odd.class = "second"
    odd.in = true
    (odd.value, odd.row, odd.index, odd.newValue, odd.order) = (1, 2, 3, 4, 5)
    odd.binder = "b"
    odd.group = "g"
    odd.select = "s"
    odd.children = [OddChild(name: "child")]
    odd.rename("renamed")
    context.insert(odd)
    let found = try readBack(OddNames.self)
    #expect(found.id == "renamed")
    #expect(found._id == "renamed")
    #expect(found.description == "described")
    #expect(found.debugDescription == "debugged")
    #expect(found.hash == 7)
    #expect(found.default == 2)
    #expect(found.class == "second")
    #expect(found.in)
    #expect(
      [found.value, found.row, found.index, found.newValue, found.order] == [1, 2, 3, 4, 5] as [Int]
    )
    #expect(found.binder + found.group + found.select == "bgs")
    #expect(found.été == "summer")
    #expect(found.children.map(\.name) == ["child"])
    #expect(found.children.first?.parent === found)
    let wanted = "described"
    #expect(
      try context.fetchCount(
        FetchDescriptor<OddNames>(
          predicate: #Predicate { $0.description == wanted && $0.default == 2 && $0.in }
        )
      ) == 1
    )
  }

  @Test("Constants are columns")
  func constants() throws {
    let made = Date(timeIntervalSinceReferenceDate: 0.1)
    for note in ["note", nil] {
      context.insert(
        Sealed(serial: "S\(note ?? "-")", made: made, traits: .round, note: note, name: "n")
      )
    }
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\Sealed.name), SortDescriptor(\Sealed.serial)])
    )
    #expect(Set(found.map(\.serial)) == ["Snote", "S-"])
    #expect(found.map(\.made) == [made, made])
    #expect(found.map(\.traits) == [.round, .round])
    #expect(Set(found.map(\.note)) == ["note", nil])
    let serial = "S-"
    let one = try context.fetch(
      FetchDescriptor<Sealed>(predicate: #Predicate { $0.serial == serial })
    )
    #expect(one.count == 1)
    found[0].name = "changed"
    try other.save()
    #expect(try context.fetch(FetchDescriptor<Sealed>()).map(\.name).sorted() == ["changed", "n"])
  }

  @Test("Types are inferred from initial values")
  func inferredTypes() throws {
    let inferred = Inferred()
    context.insert(inferred)
    inferred.list.append(3)
    inferred.maybe = "some"
    let found = try readBack(Inferred.self)
    #expect(found.uuid == inferred.uuid)
    #expect(found.number == 5)
    #expect(found.fraction == 0.5)
    #expect(found.text == "text")
    #expect(found.flag)
    #expect(found.day == Date(timeIntervalSinceReferenceDate: 1))
    #expect(found.mood == .wild)
    #expect(found.shape == .circle(radius: 1))
    #expect(found.list == [1, 2, 3])
    #expect(found.table == ["a": 1])
    #expect(found.maybe == "some")
    #expect(found.point == .init(x: 1, y: 2))
  }

  @Test("Classes named Task, Tag and Item, nested in a namespace")
  func shadowedNames() async throws {
    let container = try ModelContainer(
      for: Namespace.Task.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    #expect(container.schema.entities.map(\.name).sorted() == ["Item", "Tag", "Task"])
    let context = ModelContext(container)
    let task = Namespace.Task(title: "Write")
    context.insert(task)
    task.tags = [Namespace.Tag(name: "a"), Namespace.Tag(name: "b")]
    task.item = Namespace.Item(weight: 1.5)
    try context.save()
    let found = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Namespace.Task>()).first
    )
    #expect(found.tags.map(\.name) == ["a", "b"])
    #expect(found.item?.weight == 1.5)
    #expect(found.persistentModelID.entityName == "Task")
    #expect(found.tags.first?.tasks.first === found)
    // The language's own Task is still at hand.
    #expect(await Task { 1 }.value == 1)
  }

  @Test("A model of a private namespace")
  func privateNamespace() throws {
    #expect(try hiddenRoundTrip("psst") == "psst")
  }

  @Test("Private initialisers, factories, convenience initialisers, attributes on anything")
  func gadgets() throws {
    let parts = [GadgetPart(name: "a"), GadgetPart(name: "b")]
    let gadget = Gadget.make("g", in: context, parts: parts)
    gadget.images = [Data([1]), Data([2])]
    gadget.picture = Data(repeating: 1, count: 100_000)
    let found = try readBack(Gadget.self)
    #expect(found.key == "g")
    #expect(found.images == [Data([1]), Data([2])])
    #expect(found.picture?.count == 100_000)
    #expect(found.parts.map(\.name) == ["a", "b"])
    #expect(found.spare === found.parts.first)
    #expect(Gadget().key == "convenient")
  }

  @Test("More properties than a mask has bits")
  func wide() throws {
    let wide = Wide()
    context.insert(wide)
    try context.save()
    let other = ModelContext(container)
    let twin = try #require(try other.fetch(FetchDescriptor<Wide>()).first)
    #expect(twin.p62 + twin.p63 + twin.p69 == 0)
    wide.p0 = 1
    wide.p62 = 62
    wide.p63 = 63
    wide.p69 = 69
    try context.save()
    #expect(
      [twin.p0, twin.p1, twin.p62, twin.p63, twin.p64, twin.p69] == [1, 0, 62, 63, 0, 69] as [Int]
    )
    // Changed here, and another of the last ones there.
    twin.p65 = 65
    wide.p66 = 66
    try context.save()
    try other.save()
    let third = try readBack(Wide.self)
    #expect(third.p65 == 65)
    #expect(third.p69 == 69)
    wide.p68 = -1
    context.rollback()
    #expect(wide.p68 == 0)
    #expect(wide.p69 == 69)
  }

  @Test("Models may be used without any container")
  func detached() {
    let thermostat = Thermostat(degrees: 10)
    thermostat.readings = [ThermostatReading(1)]
    #expect(thermostat.readings.map(\.value) == [1])
    #expect(thermostat.modelContext == nil)
    #expect(!thermostat.hasChanges)
    #expect(!thermostat.isDeleted)
    #expect(thermostat.persistentModelID.isTemporary)
    #expect(thermostat.persistentModelID.storeIdentifier == nil)
    #expect(Set([thermostat, thermostat, Thermostat()]).count == 2)
  }
}
