import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

extension MemoHandler {
  fileprivate var isOnMainActor: Bool { isOnMainQueue() }

  fileprivate var contextIdentity: ObjectIdentifier { ObjectIdentifier(modelContext) }
}

/// A reader for one call: its context dies when the call is over.
@MainActor
private struct MemoReader {
  let context: ModelContext
  init(_ container: ModelContainer) { context = ModelContext(container) }
  func all() throws -> [Memo] {
    try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.title)]))
  }
}

/// A view model, with the dependencies that it would have in any architecture.
@MainActor
@Observable
private final class MemoScreen {
  private let makeHandler: @Sendable () async -> MemoHandler
  private(set) var last: PersistentIdentifier?

  init(makeHandler: @escaping @Sendable () async -> MemoHandler) {
    self.makeHandler = makeHandler
  }

  func add(_ title: String) async throws {
    last = try await makeHandler().create(title: title)
  }
}

// MARK: The tests

@Suite("UC2 A modern data module")
@MainActor
struct DataModuleTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func provider(_ kind: StoreKind, _ name: String = #function) throws -> MemoProvider {
    try .forTest(in: kind == .file ? directory.url : nil, name: name)
  }

  private func memos(_ provider: MemoProvider) throws -> [Memo] {
    try provider.container.mainContext.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.title)]))
  }

  @Test("A handler creates, updates and deletes by identifier", arguments: StoreKind.allCases)
  func lifeCycle(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let handler = await provider.handlerFactory()()
    let id = try await handler.create(title: "One")
    #expect(!id.isTemporary)
    #expect(id.entityName == "Memo")
    #expect(try memos(provider).map(\.title) == ["One"])
    #expect(try memos(provider).first?.persistentModelID == id)
    #expect(try await handler.update(id, text: "New"))
    #expect(try memos(provider).first?.text == "New")
    try await handler.delete(id)
    #expect(try memos(provider).isEmpty)
    #expect(try await handler.count() == 0)
    #expect(try await !handler.update(id, text: "Too late"))
  }

  @Test("An identifier made by one handler is good for another", arguments: StoreKind.allCases)
  func identifiersTravel(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let make = provider.handlerFactory()
    let id = try await make().create(title: "One")
    try await make().update(id, text: "By another")
    #expect(await make().text(id) == "By another")
    let encoded = try JSONEncoder().encode(id)
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: encoded)
    #expect(await make().text(decoded) == "By another")
  }

  @Test("A model actor works off the main thread, wherever it was made")
  func offTheMainThread() async throws {
    #expect(isOnMainQueue())
    let provider = try provider(.memory)
    let madeHere = MemoHandler(modelContainer: provider.container)
    #expect(await !madeHere.isOnMainActor)
    let madeElsewhere = await Task.detached { [container = provider.container] in
      MemoHandler(modelContainer: container)
    }.value
    #expect(await !madeElsewhere.isOnMainActor)
  }

  @Test("A handler of the main context works on the main thread, in that context")
  func mainHandler() async throws {
    let provider = try provider(.memory)
    let handler = await provider.mainHandlerFactory()()
    let isOnMainActor = await handler.isOnMainActor
    #expect(isOnMainActor)
    try #require(isOnMainActor)
    #expect(
      await handler.contextIdentity == ObjectIdentifier(provider.container.mainContext)
    )
    let id = try await handler.create(title: "Main")
    let memo = provider.container.mainContext.model(for: id) as? Memo
    #expect(memo?.title == "Main")
    try await handler.update(id, text: "Same object")
    #expect(memo?.text == "Same object")
  }

  @Test(
    "An object of the main context tells its observers what a model actor saved",
    arguments: StoreKind.allCases
  )
  func observationTracking(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let handler = await provider.handlerFactory()()
    let id = try await handler.create(title: "Watched")
    let memo = try #require(try memos(provider).first)
    for round in 0..<20 {
      let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
      withObservationTracking {
        _ = memo.text
      } onChange: {
        continuation.yield()
        continuation.finish()
      }
      async let update = handler.update(id, text: "Round \(round)")
      for await _ in changes {}
      #expect(try await update)
      #expect(memo.text == "Round \(round)")
    }
    #expect(memo.title == "Watched")
    #expect(!provider.container.mainContext.hasChanges)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(
    "An asynchronous sequence of observations follows a model actor",
    arguments: StoreKind.allCases
  )
  func observations(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let handler = await provider.handlerFactory()()
    let id = try await handler.create(title: "Watched")
    let memo = try #require(try memos(provider).first)
    let writer = Task {
      for round in 1...5 {
        try await handler.update(id, text: "Round \(round)")
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    var seen: [String] = []
    for await text in Observations({ memo.text }) {
      seen.append(text)
      if text == "Round 5" { break }
    }
    try await writer.value
    #expect(seen.last == "Round 5")
    // Values may be skipped, and never come twice or out of order.
    #expect(Set(seen).count == seen.count)
    #expect(seen.dropFirst(seen.first == "" ? 1 : 0).sorted() == seen.filter { !$0.isEmpty })
  }

  @Test("Both sides of a relationship follow a model actor", arguments: StoreKind.allCases)
  func relationships(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let handler = await provider.handlerFactory()()
    let inbox = try await handler.createFolder("Inbox")
    let archive = try await handler.createFolder("Archive")
    let id = try await handler.create(title: "Moving", in: inbox)
    let context = provider.container.mainContext
    let memo = try #require(context.model(for: id) as? Memo)
    let from = try #require(context.model(for: inbox) as? MemoFolder)
    let to = try #require(context.model(for: archive) as? MemoFolder)
    #expect(from.memos == [memo])
    #expect(to.memos.isEmpty)

    let told = Journal()
    func watch(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { told.note(name) }
    }
    watch("memo") { _ = memo.folder?.name }
    watch("from") { _ = from.memos.count }
    watch("to") { _ = to.memos.count }
    try await handler.move(id, to: archive)
    // The main context merges at the end of this turn at the latest.
    await Task.yield()
    context.processPendingChanges()
    #expect(memo.folder === to)
    #expect(from.memos.isEmpty)
    #expect(to.memos == [memo])
    #expect(told.entries.sorted() == ["from", "memo", "to"])
  }

  @Test(
    "What a handler deletes is gone from the main context, and readable",
    arguments: StoreKind.allCases
  )
  func deletion(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let handler = await provider.handlerFactory()()
    let id = try await handler.create(title: "Held")
    try await handler.update(id, text: "Text")
    let memo = try #require(try memos(provider).first)
    try await handler.delete(id)
    #expect(try memos(provider).isEmpty)
    #expect(memo.title == "Held")
    #expect(memo.text == "Text")
    #expect(memo.modelContext == nil)
    #expect(memo.persistentModelID == id)
  }

  @Test("A handler kept for one call only is enough", arguments: StoreKind.allCases)
  func handlerForOneCall(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let id = try await MemoHandler(modelContainer: provider.container).create(title: "Brief")
    for round in 0..<50 {
      try await MemoHandler(modelContainer: provider.container).update(id, text: "\(round)")
      #expect(await MemoHandler(modelContainer: provider.container).text(id) == "\(round)")
    }
    #expect(try memos(provider).first?.text == "49")
  }

  @Test("Models outlive the context of the reader that fetched them", arguments: StoreKind.allCases)
  func modelsOutliveTheirReader(_ kind: StoreKind) async throws {
    let provider = try provider(kind)
    let handler = await provider.handlerFactory()()
    let folder = try await handler.createFolder("Inbox")
    for number in 0..<10 { try await handler.create(title: "Memo \(number)", in: folder) }
    let memos = try MemoReader(provider.container).all()
    #expect(memos.map(\.title) == (0..<10).map { "Memo \($0)" })
    #expect(memos.allSatisfy { $0.modelContext == nil })
    // Relationships that were not loaded yet still can be.
    #expect(memos.allSatisfy { $0.folder?.name == "Inbox" })
    #expect(memos.first?.folder?.memos.count == 10)
    // Writing is allowed, and goes nowhere.
    memos[0].text = "Nobody saves this"
    memos[1].folder = nil
    #expect(memos[0].text == "Nobody saves this")
    #expect(memos[1].folder == nil)
    #expect(await handler.text(memos[0].persistentModelID) == "")
    try await handler.delete(memos[2].persistentModelID)
    #expect(memos[2].title == "Memo 2")
  }

  @Test("A factory is injected into a screen that knows nothing of containers")
  func injection() async throws {
    let provider = try provider(.memory)
    let screen = MemoScreen(makeHandler: provider.handlerFactory())
    try await screen.add("Injected")
    let id = try #require(screen.last)
    #expect((provider.container.mainContext.model(for: id) as? Memo)?.title == "Injected")
  }

  @Test("Each test has a store of its own, and the preview's is in memory")
  func isolation() async throws {
    let first = try MemoProvider.forTest(in: directory.url, name: "first")
    let second = try MemoProvider.forTest(in: directory.url, name: "second")
    let third = try MemoProvider.forTest(in: nil)
    try await first.handlerFactory()().create(title: "First")
    #expect(try memos(first).count == 1)
    #expect(try memos(second).isEmpty)
    #expect(try memos(third).isEmpty)
    let preview = try MemoProvider.preview.get()
    #expect(preview.container.configurations.map(\.isStoredInMemoryOnly) == [true])
    #expect(first.container != second.container)
    #expect(first.container.schema.version == Schema.Version(1, 0, 0))
    #expect(first.container.schema.entities.map(\.name).sorted() == ["Memo", "MemoFolder"])
  }
}
