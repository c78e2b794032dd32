import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Concurrency: autosave", .timeLimit(.minutes(2)))
struct AutosaveConcurrencyTests: CounterSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test("The main context saves at the end of the turn in which it was changed")
  @MainActor
  func autosave() async throws {
    let container = try container(.memory)
    let context = container.mainContext
    let counter = Counter(name: "a")
    context.insert(counter)
    #expect(context.hasChanges)
    try await waitForSave(context)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 1)
    #expect(!counter.persistentModelID.isTemporary)

    counter.value = 1
    counter.steps.append(CounterStep(number: 1))
    try await waitForSave(context)
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Counter>()).map(\.value) == [1])
    #expect(try other.fetchCount(FetchDescriptor<CounterStep>()) == 1)

    context.delete(counter)
    try await waitForSave(context)
    #expect(try other.fetchCount(FetchDescriptor<Counter>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<CounterStep>()) == 0)
  }

  /// One second is what a program may rely on.
  @MainActor
  private func waitForSave(_ context: ModelContext) async throws {
    let deadline = ContinuousClock.now + .seconds(1)
    while context.hasChanges, ContinuousClock.now < deadline { await Task.yield() }
    #expect(!context.hasChanges)
  }

  @Test("Many changes of one turn are one save")
  @MainActor
  func autosaveOnce() async throws {
    let container = try container(.memory)
    let context = container.mainContext
    let saves = Journal()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave,
      object: context,
      queue: nil
    ) { _ in saves.note() }
    for number in 0..<50 { context.insert(Counter(name: "\(number)")) }
    try await waitForSave(context)
    NotificationCenter.default.removeObserver(token)
    #expect(saves.count == 1)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 50)
  }

  @Test("Without autosave the main context waits")
  @MainActor
  func autosaveOff() async throws {
    let container = try container(.memory)
    let context = container.mainContext
    context.autosaveEnabled = false
    context.insert(Counter(name: "waits"))
    try await Task.sleep(for: .milliseconds(50))
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 0)
    // Enabled again, it saves what is there.
    context.autosaveEnabled = true
    try await waitForSave(context)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 1)
  }

  @Test("An autosave that fails keeps the changes, and the next one succeeds")
  @MainActor
  func autosaveFails() async throws {
    let container = try ModelContainer(
      for: Loan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = container.mainContext
    let book = Book(title: "b")
    let loan = Loan(reader: "r", book: book)
    context.insert(loan)
    try await waitForSave(context)
    // The delete rule denies it.
    context.delete(book)
    try await Task.sleep(for: .milliseconds(50))
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 1)
    context.delete(loan)
    try await waitForSave(context)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
  }

  @Test(
    "The main context's autosave and a model actor do not get in each other's way",
    arguments: StoreKind.allCases
  )
  @MainActor
  func autosaveAndActor(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let context = container.mainContext
    let actor = CounterActor(modelContainer: container)
    let id = try await actor.create("shared")
    let counter = try #require(context.model(for: id) as? Counter)
    let writer = Task { try await actor.addSteps(0..<50, to: id) }
    for value in 1...50 {
      counter.value = value
      await Task.yield()
    }
    try await writer.value
    try await waitForSave(context)
    #expect(counter.value == 50)
    #expect(counter.steps.map(\.number).sorted() == Array(0..<50))
    #expect(await actor.value(of: id) == 50)
    #expect(try await actor.stepCount() == 50)
  }
}
