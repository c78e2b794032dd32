import SwiftData
import Testing

@testable import Lending

/// swift-testing creates the suite anew for each test, and so the store.
@Suite("Lending")
struct LendingTests {
  let store: TestStore
  let lending: Lending

  init() throws {
    store = try TestStore()
    lending = Lending(context: store.context)
  }

  @Test("A loan is saved: another context sees it")
  func loan() throws {
    try lending.lend(store.drill, to: store.ann)
    let lent = FetchDescriptor<Tool>(predicate: #Predicate { $0.holder != nil })
    #expect(try ModelContext(store.container).fetch(lent).map(\.name) == ["Drill"])
  }

  @Test("A tool is lent once")
  func once() throws {
    let ben = Member("Ben")
    store.context.insert(ben)
    try lending.lend(store.drill, to: store.ann)
    #expect(throws: LendingError.lentAlready(tool: "Drill", to: "Ann")) {
      try lending.lend(store.drill, to: ben)
    }
  }

  @Test("A refused loan changes nothing")
  func refused() throws {
    for tool in [store.drill, store.saw] { try lending.lend(tool, to: store.ann) }
    #expect(throws: LendingError.tooManyTools(member: "Ann")) {
      try lending.lend(store.plane, to: store.ann)
    }
    #expect(!store.context.hasChanges && store.plane.holder == nil)
  }

  @Test("A second object with a unique name becomes the first one")
  func unique() throws {
    store.context.insert(Tool("Drill"))
    try store.context.save()
    #expect(try store.context.fetchCount(FetchDescriptor<Tool>()) == 3)
  }

  @Test("A list follows the saves of others")
  func live() throws {
    let observer = try ResultsObserver<Tool, Never>(
      sortBy: [SortDescriptor(\.name)], modelContext: store.context)
    #expect(observer.results.map(\.name) == ["Drill", "Plane", "Saw"])
    let other = ModelContext(store.container)
    other.insert(Tool("Axe"))
    try other.save()
    #expect(observer.results.map(\.name) == ["Axe", "Drill", "Plane", "Saw"])
  }
}
