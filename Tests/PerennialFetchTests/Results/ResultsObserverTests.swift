import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("ResultsObserver")
@MainActor
struct ResultsObserverTests {
  private let container: ModelContainer
  private var context: ModelContext { container.mainContext }
  private let byRank = [SortDescriptor(\Headline.rank)]

  init() throws {
    container = try newsroom()
    context.autosaveEnabled = false
    for (rank, category) in ["news", "sport", "news"].enumerated() {
      context.insert(Headline("title \(rank)", category: category, rank: rank))
    }
    try context.save()
  }

  private func observer(
    _ predicate: Predicate<Headline>? = nil
  ) throws -> ResultsObserver<Headline, Never> {
    try ResultsObserver(filterBy: predicate, sortBy: byRank, modelContext: context)
  }

  // MARK: Making one

  @Test("Every initialiser observes what it says")
  func initialisers() throws {
    let descriptor = FetchDescriptor<Headline>(
      predicate: #Predicate { $0.rank > 0 },
      sortBy: [SortDescriptor(\.rank, order: .reverse)]
    )
    let filter = descriptor.predicate
    let sort = descriptor.sortBy
    let flat: [ResultsObserver<Headline, Never>] = [
      try ResultsObserver(fetchDescriptor: descriptor, modelContext: context),
      try ResultsObserver(fetchDescriptor: descriptor, modelContainer: container),
      try ResultsObserver(filterBy: filter, sortBy: sort, modelContext: context),
      try ResultsObserver(filterBy: filter, sortBy: sort, modelContainer: container),
    ]
    for observer in flat {
      #expect(observer.results.map(\.rank) == [2, 1])
      #expect(observer.sections == nil && observer.sectionBy == nil)
    }
    let all: [ResultsObserver<Headline, Never>] = [
      try ResultsObserver(modelContext: context), try ResultsObserver(modelContainer: container),
    ]
    for observer in all { #expect(observer.results.count == 3) }
    #expect(flat[0].modelContext === context)
    #expect(flat[1].modelContext !== context && flat[1].modelContext.container == container)

    let sectioned: [ResultsObserver<Headline, String>] = [
      try ResultsObserver(
        fetchDescriptor: descriptor,
        sectionBy: \.category,
        modelContext: context
      ),
      try ResultsObserver(
        fetchDescriptor: descriptor,
        sectionBy: \.category,
        modelContainer: container
      ),
      try ResultsObserver(
        filterBy: filter,
        sortBy: sort,
        sectionBy: \.category,
        modelContext: context
      ),
      try ResultsObserver(
        filterBy: filter,
        sortBy: sort,
        sectionBy: \.category,
        modelContainer: container
      ),
    ]
    for observer in sectioned {
      #expect(observer.sections?.sectionTitles == ["news", "sport"])
      #expect(observer.sectionBy == \Headline.category)
    }
    let optional: [ResultsObserver<Headline, String>] = [
      try ResultsObserver(fetchDescriptor: descriptor, sectionBy: \.kicker, modelContext: context),
      try ResultsObserver(
        fetchDescriptor: descriptor,
        sectionBy: \.kicker,
        modelContainer: container
      ),
      try ResultsObserver(
        filterBy: filter,
        sortBy: sort,
        sectionBy: \.kicker,
        modelContext: context
      ),
      try ResultsObserver(
        filterBy: filter,
        sortBy: sort,
        sectionBy: \.kicker,
        modelContainer: container
      ),
    ]
    for observer in optional {
      #expect(observer.sections?.sectionTitles == [""])
      #expect(observer.results.map(\.rank) == [2, 1])
    }
    #expect(
      try ResultsObserver<Headline, String>(sectionBy: \.category, modelContext: context)
        .results.count == 3
    )
  }

  @Test("What cannot be fetched cannot be observed, and leaves nothing behind")
  func refused() throws {
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try ResultsObserver<Author, Never>(modelContext: context)
    }
    var descriptor = FetchDescriptor<Headline>()
    descriptor.relationshipKeyPathsForPrefetching = [\.title]
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      _ = try ResultsObserver<Headline, Never>(
        fetchDescriptor: descriptor,
        modelContext: context
      )
    }
    #expect(context.graph.liveQueries == nil)
  }

  // MARK: Following

  @Test("Changes of its own context show at the end of the turn, saved or not")
  func ownChanges() async throws {
    let observer = try observer(#Predicate { $0.rank < 10 })
    let new = Headline("new", rank: 5)
    context.insert(new)
    #expect(observer.results.count == 3)
    await Task.yield()
    #expect(observer.results.map(\.rank) == [0, 1, 2, 5])
    #expect(context.hasChanges)

    new.rank = -1
    context.processPendingChanges()
    #expect(observer.results.first === new)
    new.rank = 20
    context.processPendingChanges()
    #expect(observer.results.count == 3)
    context.delete(try #require(observer.results.first))
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [1, 2])
    context.rollback()
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [0, 1, 2])
  }

  @Test("A save brings the results up to date before it is told of")
  func save() throws {
    let observer = try observer()
    nonisolated(unsafe) let results = { observer.results.count }
    let journal = Journal()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave,
      object: context,
      queue: nil
    ) { _ in journal.note("\(results())") }
    defer { NotificationCenter.default.removeObserver(token) }
    context.insert(Headline("new", rank: 9))
    try context.save()
    #expect(journal.entries == ["4"])
  }

  @Test("What others save shows without being asked for")
  func others() async throws {
    let observer = try observer()
    let desk = NewsDesk(modelContainer: container)
    let id = try await desk.publish("from elsewhere", rank: 7)
    #expect(try await eventually { observer.results.count == 4 })
    #expect(observer.results.last?.title == "from elsewhere")
    try await desk.withdraw(id)
    #expect(try await eventually { observer.results.count == 3 })
    #expect(observer.results.map(\.rank) == [0, 1, 2])
  }

  @Test("An observer that makes its own context is told too")
  func ownContext() async throws {
    let observer = try ResultsObserver<Headline, Never>(
      sortBy: byRank,
      modelContainer: container
    )
    context.insert(Headline("new", rank: 9))
    try context.save()
    #expect(try await eventually { observer.results.count == 4 })
    #expect(observer.results.last?.modelContext === observer.modelContext)
  }

  @Test("Results stay while somebody goes through them")
  func stableWithinATurn() throws {
    let observer = try observer(#Predicate { !$0.isHidden })
    for index in observer.results.indices { observer.results[index].isHidden = true }
    #expect(observer.results.count == 3)
    context.processPendingChanges()
    #expect(observer.results.isEmpty)
  }

  @Test("An erased store has no results; what was held stays readable")
  func erase() async throws {
    let observer = try observer()
    let first = try #require(observer.results.first)
    try container.erase()
    #expect(try await eventually { observer.results.isEmpty })
    #expect(observer.results.isEmpty)
    #expect(first.title == "title 0")
  }

  @Test("A failed transaction leaves the results as they were")
  func transaction() throws {
    struct Refusal: Error {}
    let observer = try observer()
    context.insert(Headline("before", rank: 4))
    #expect(throws: Refusal.self) {
      try context.transaction {
        context.insert(Headline("never", rank: 5))
        observer.results.first?.rank = 100
        throw Refusal()
      }
    }
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [0, 1, 2, 4])
  }

  @Test(
    "What refers to an object whose deletion is taken back is in its place again",
    arguments: [true, false]
  )
  func returns(rollsBack: Bool) throws {
    let reporter = Reporter("Ada", desk: "city")
    context.insert(reporter)
    try context.save()
    let observer = try ResultsObserver<Headline, Never>(
      sortBy: [SortDescriptor(\.reporter?.name), SortDescriptor(\.rank)],
      modelContext: context
    )
    context.delete(reporter)
    // Another context, which knows nothing of the deletion, makes a row reference the object.
    let other = ModelContext(container)
    let first = try #require(
      try other.fetch(FetchDescriptor<Headline>(predicate: #Predicate { $0.rank == 0 })).first
    )
    first.reporter = try other.fetch(FetchDescriptor<Reporter>()).first
    try other.save()
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [0, 1, 2])
    if rollsBack { context.rollback() } else { context.insert(reporter) }
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [1, 2, 0])
  }

  @Test("An upsert leaves one row")
  func upsert() throws {
    let observer = try observer()
    let first = Headline("old", rank: 10)
    first.slug = "same"
    context.insert(first)
    try context.save()
    let second = Headline("new", rank: -10)
    second.slug = "same"
    context.insert(second)
    context.processPendingChanges()
    #expect(observer.results.count == 5)
    try context.save()
    #expect(observer.results.map(\.title) == ["new", "title 0", "title 1", "title 2"])
  }

  @Test("Without pending changes, the results are the store's")
  func storedOnly() throws {
    var descriptor = FetchDescriptor<Headline>(
      predicate: #Predicate { $0.rank < 10 },
      sortBy: byRank
    )
    descriptor.includePendingChanges = false
    let observer = try ResultsObserver<Headline, Never>(
      fetchDescriptor: descriptor,
      modelContext: context
    )
    context.insert(Headline("new", rank: 5))
    observer.results.first?.rank = 50
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [50, 1, 2])
    try context.save()
    #expect(observer.results.map(\.rank) == [1, 2, 5])
  }

  @Test("A limit and an offset hold through changes")
  func limits() throws {
    var descriptor = FetchDescriptor<Headline>(sortBy: byRank)
    descriptor.fetchLimit = 2
    let first = try ResultsObserver<Headline, Never>(
      fetchDescriptor: descriptor,
      modelContext: context
    )
    descriptor.fetchOffset = 1
    let next = try ResultsObserver<Headline, Never>(
      fetchDescriptor: descriptor,
      modelContext: context
    )
    context.insert(Headline("front", rank: -1))
    context.processPendingChanges()
    #expect(first.results.map(\.rank) == [-1, 0])
    #expect(next.results.map(\.rank) == [0, 1])
    context.delete(first.results[1])
    context.processPendingChanges()
    #expect(first.results.map(\.rank) == [-1, 1])
    #expect(next.results.map(\.rank) == [1, 2])
  }

  // MARK: Settings

  @Test("A new filter and a new order count at once")
  func settings() throws {
    let observer = try observer()
    let told = Told(observer)
    observer.filterBy = #Predicate { $0.category == "news" }
    #expect(observer.results.map(\.rank) == [0, 2])
    observer.sortBy = [SortDescriptor(\.rank, order: .reverse)]
    #expect(observer.results.map(\.rank) == [2, 0])
    #expect(observer.fetchDescriptor.sortBy == observer.sortBy)
    #expect(told.count > 0)
    observer.filterBy = nil
    #expect(observer.results.count == 3)
    // The present filter decides which changes are observed.
    context.insert(Headline("sport too", category: "sport", rank: 8))
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [8, 2, 1, 0])
  }

  @Test("Results that are set are shown until the next change")
  func replaced() throws {
    let observer = try observer()
    let other = try ResultsObserver<Headline, Never>(
      filterBy: #Predicate { $0.rank == 1 },
      modelContext: context
    )
    observer.results = other.results
    #expect(observer.results.map(\.rank) == [1])
    context.insert(Headline("new", rank: 3))
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [0, 1, 2, 3])
  }

  @Test("It says what it is")
  func description() throws {
    #expect(try observer().debugDescription == "ResultsObserver<Headline>: 3 results")
    let sectioned = try ResultsObserver<Headline, String>(
      sectionBy: \.category,
      modelContext: context
    )
    #expect(sectioned.debugDescription == "ResultsObserver<Headline>: 3 results in 2 sections")
  }

  // MARK: Observation

  /// Counts how often the observers of some results are told.
  private final class Told: Sendable {
    private let journal = Journal()
    var count: Int { journal.count }

    @MainActor
    init(_ observer: ResultsObserver<Headline, Never>) { track(observer) }

    @MainActor
    private func track(_ observer: ResultsObserver<Headline, Never>) {
      withObservationTracking {
        _ = observer.results.count
      } onChange: { [journal] in
        journal.note()
      }
    }
  }

  @Test("Observers are told when the list is another one, and only then")
  func observation() async throws {
    let observer = try observer(#Predicate { $0.rank < 10 })
    let unconcerned = Told(observer)
    observer.results.first?.text = "other contents"
    context.insert(Headline("outside", rank: 11))
    context.insert(Teacup("white"))
    try context.save()
    observer.results.first?.rank = 0
    context.processPendingChanges()
    #expect(unconcerned.count == 0)
    context.insert(Headline("inside", rank: 3))
    #expect(unconcerned.count == 0)
    context.processPendingChanges()
    #expect(unconcerned.count == 1)

    let reordered = Told(observer)
    observer.results.first?.rank = 9
    await Task.yield()
    #expect(reordered.count == 1)
    #expect(observer.results.map(\.rank) == [1, 2, 3, 9])
  }

  @Test("Observers of settings and sections are told")
  func observedSettings() throws {
    let observer = try ResultsObserver<Headline, String>(
      sectionBy: \.category,
      modelContext: context
    )
    let journal = Journal()
    withObservationTracking {
      _ = observer.filterBy
    } onChange: {
      journal.note("filter")
    }
    withObservationTracking {
      _ = observer.sections?.count
    } onChange: {
      journal.note("sections")
    }
    observer.results[0].category = "arts"
    context.processPendingChanges()
    #expect(journal.entries == ["sections"])
    observer.filterBy = #Predicate { $0.rank > 0 }
    #expect(journal.entries == ["sections", "filter"])
  }

  // MARK: Failures

  @Test("A fetch that fails leaves the last results and says why")
  func failure() throws {
    let directory = try ScratchDirectory()
    let container = try newsroom(in: directory)
    let context = ModelContext(container)
    context.insert(Headline("a", rank: 1))
    try context.save()
    var descriptor = FetchDescriptor<Headline>(
      predicate: #Predicate { $0.reporter?.desk != "none" }
    )
    descriptor.fetchLimit = 10
    let observer = try ResultsObserver<Headline, Never>(
      fetchDescriptor: descriptor,
      modelContext: context
    )
    let journal = Journal()
    withObservationTracking {
      _ = observer.fetchError
    } onChange: {
      journal.note()
    }
    let database = try RawDatabase(directory.file("news.store"))
    let name = ModelLayout.of(Reporter.self).tableName
    try database.run("ALTER TABLE \"\(name)\" RENAME TO \"elsewhere\"")
    context.insert(Headline("b", rank: 2))
    context.processPendingChanges()
    #expect(observer.results.map(\.rank) == [1])
    #expect(SwiftDataError.storeFailure ~= (try #require(observer.fetchError)))
    #expect(journal.count == 1)
    try database.run("ALTER TABLE \"elsewhere\" RENAME TO \"\(name)\"")
    context.insert(Headline("c", rank: 3))
    context.processPendingChanges()
    #expect(observer.fetchError == nil)
    #expect(observer.results.map(\.rank) == [1, 2, 3])
  }

  @Test("A list that somebody kept reads on when its rows have gone")
  func keptResults() async throws {
    let kept = try observer().results
    try container.erase()
    context.processPendingChanges()
    #expect(kept.count == 3)
    #expect(kept[2].modelContext == nil)
    #expect(kept[3].title.isEmpty)
  }
}
