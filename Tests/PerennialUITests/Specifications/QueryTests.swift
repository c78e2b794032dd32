import PerennialUI
import SwiftData
import SwiftUI
import Testing

private struct Menu: View {
  @Query(sort: \Dish.price, animation: .easeInOut) var dishes: [Dish]
  var body: some View { ForEach(dishes) { Text($0.name) } }
}

/// A view whose parent says what it fetches.
private struct Affordable: View {
  let title: String
  @Query private var dishes: [Dish]
  @Environment(\.modelContext) private var modelContext

  init(_ title: String = "", upTo limit: Int) {
    self.title = title
    _dishes = Query(filter: #Predicate { $0.price <= limit }, sort: \.price)
  }

  var body: some View {
    Text("\(title)\(names(dishes))")
    Text(_dishes.modelContext == modelContext ? "same context" : "another context")
    Text(_dishes.fetchError.map { "\($0)" } ?? "no error")
    Text("\(_dishes.sections.count) sections")
  }
}

private struct Carte: View {
  @Query(sort: \Dish.price, sectionBy: \Dish.course) var courses: SectionedResults<Dish, String>

  var body: some View {
    Text(_courses.sections == courses ? "the same" : "others")
    ForEach(courses) { course in
      Text("# \(course.title)")
      ForEach(course) { Text($0.name) }
    }
  }
}

/// The first of a list: to replace it, the store has to be asked.
private struct Cheapest: View {
  @Query private var dishes: [Dish]

  init() {
    var descriptor = FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.price)])
    descriptor.fetchLimit = 1
    _dishes = Query(descriptor)
  }

  var body: some View {
    Text(names(dishes))
    Text(_dishes.fetchError == nil ? "no error" : "error")
  }
}

private struct Napkins: View {
  @Query var napkins: [Napkin]
  var body: some View {
    Text("\(napkins.count)")
    Text(_napkins.fetchError.map { "\($0)" } ?? "no error")
  }
}

@Suite("@Query in a view")
@MainActor
struct QueryTests {
  @Test("It follows insertions, edits and deletions, saved or not")
  func follows() async throws {
    let soup = Dish("soup", price: 5)
    let container = try kitchen(with: soup, Dish("stew", price: 8))
    let context = container.mainContext
    let host = Host()
    host.show(Menu().modelContainer(container))
    #expect(host.shown == ["soup", "stew"])

    context.insert(Dish("salad", price: 6))
    #expect(await host.settle { host.shown == ["soup", "salad", "stew"] })
    soup.price = 7
    #expect(await host.settle { host.shown == ["salad", "soup", "stew"] })
    context.delete(soup)
    try context.save()
    #expect(await host.settle { host.shown == ["salad", "stew"] })
    #expect(host.animations.allSatisfy { $0 == .easeInOut })
    #expect(!host.animations.isEmpty)
  }

  @Test("It follows what a model actor saves")
  func followsActors() async throws {
    let container = try kitchen()
    let host = Host()
    host.show(Menu().modelContainer(container))
    #expect(host.shown.isEmpty)
    let cook = Cook(modelContainer: container)
    try await cook.add("soup", price: 5)
    #expect(await host.settle { host.shown == ["soup"] })
    try await cook.add("bread", price: 1)
    #expect(await host.settle { host.shown == ["bread", "soup"] })
  }

  @Test("It follows what another context saves", arguments: Kitchen.Place.allCases)
  func followsContexts(_ place: Kitchen.Place) async throws {
    let kitchen = try Kitchen(in: place)
    let host = Host()
    host.show(Menu().modelContainer(kitchen.container))
    for (number, name) in ["soup", "salad", "stew"].enumerated() {
      try await Task.detached {
        let context = ModelContext(kitchen.container)
        context.insert(Dish(name, price: number))
        try context.save()
      }.value
      #expect(await host.settle { host.shown.last == name })
      // Once for each save.
      #expect(host.evaluations == number + 2)
      #expect(host.shown.count == number + 1)
    }
    try await Task.detached {
      let context = ModelContext(kitchen.container)
      try context.delete(model: Dish.self, where: #Predicate { $0.name == "salad" })
      try context.save()
    }.value
    #expect(await host.settle { host.shown == ["soup", "stew"] })
  }

  @Test("What a shown object contains is observed on the object")
  func contents() async throws {
    let soup = Dish("soup", price: 5)
    let container = try kitchen(with: soup)
    let host = Host()
    host.show(Menu().modelContainer(container))
    // The view does not read it.
    soup.isVegan = true
    try container.mainContext.save()
    #expect(!host.isInvalid)
    soup.name = "bisque"
    #expect(host.isInvalid)
    #expect(await host.settle { host.shown == ["bisque"] })
    #expect(host.evaluations == 2)
  }

  @Test("If a fetch fails, the last results stay, until one succeeds")
  func failure() async throws {
    let kitchen = try Kitchen(in: .file)
    let context = kitchen.container.mainContext
    context.autosaveEnabled = false
    let soup = Dish("soup", price: 5)
    for dish in [soup, Dish("stew", price: 8), Dish("lobster", price: 60)] { context.insert(dish) }
    try context.save()
    let host = Host()
    host.show(Cheapest().modelContainer(kitchen.container))
    #expect(host.shown == ["soup", "no error"])
    try kitchen.run("ALTER TABLE Dish RENAME TO Elsewhere")
    context.delete(soup)
    #expect(await host.settle { host.shown == ["soup", "error"] })
    try kitchen.run("ALTER TABLE Elsewhere RENAME TO Dish")
    context.insert(Dish("bread", price: 6))
    #expect(await host.settle { host.shown == ["bread", "no error"] })
  }

  @Test("A query whose first fetch fails tries again when the view is evaluated again")
  func firstFailure() async throws {
    let kitchen = try Kitchen(in: .file)
    kitchen.container.mainContext.insert(Dish("soup"))
    try kitchen.container.mainContext.save()
    try kitchen.run("ALTER TABLE Dish RENAME TO Elsewhere")
    let host = Host()
    host.show(Cheapest().modelContainer(kitchen.container))
    #expect(host.shown == ["", "error"])
    try kitchen.run("ALTER TABLE Elsewhere RENAME TO Dish")
    host.show(Cheapest().modelContainer(kitchen.container))
    #expect(host.shown == ["soup", "no error"])
    kitchen.container.mainContext.insert(Dish("bread", price: -1))
    #expect(await host.settle { host.shown == ["bread", "no error"] })
  }

  @Test("Sections follow too")
  func sections() async throws {
    let container = try kitchen(
      with: Dish("soup", course: "1", price: 5),
      Dish("stew", course: "2", price: 8)
    )
    let host = Host()
    host.show(Carte().modelContainer(container))
    #expect(host.shown == ["the same", "# 1", "soup", "# 2", "stew"])
    container.mainContext.insert(Dish("salad", course: "1", price: 4))
    #expect(
      await host.settle { host.shown == ["the same", "# 1", "salad", "soup", "# 2", "stew"] }
    )
  }

  @Test("A view is evaluated again for its own results only")
  func economy() async throws {
    let container = try kitchen(with: Dish("soup", price: 5))
    let context = container.mainContext
    let host = Host()
    host.show(Affordable(upTo: 6).modelContainer(container))
    context.insert(Dish("lobster", price: 60))
    try context.save()
    context.insert(Dish("bread", price: 1))
    try context.save()
    #expect(await host.settle { host.shown.first == "bread soup" })
    #expect(host.evaluations == 2)
  }

  @Test("When its parent asks for something else, it fetches that")
  func parameters() async throws {
    let container = try kitchen(with: Dish("soup", price: 5), Dish("stew", price: 8))
    let host = Host()
    host.show(Affordable(upTo: 6).modelContainer(container))
    #expect(host.shown == ["soup", "same context", "no error", "0 sections"])
    host.show(Affordable(upTo: 9).modelContainer(container))
    #expect(host.shown.first == "soup stew")
    container.mainContext.insert(Dish("bread", price: 1))
    #expect(await host.settle { host.shown.first == "bread soup stew" })
    // A change that concerns only the former request causes no evaluation.
    host.show(Affordable(upTo: 2).modelContainer(container))
    #expect(host.shown.first == "bread")
    let evaluations = host.evaluations
    container.mainContext.insert(Dish("salad", price: 6))
    container.mainContext.insert(Dish("water", price: 0))
    #expect(await host.settle { host.shown.first == "water bread" })
    #expect(host.evaluations == evaluations + 1)
  }

  @Test("When its parent asks for the same, it keeps what it has")
  func sameParameters() async throws {
    let container = try kitchen(with: Dish("soup", price: 5))
    let host = Host()
    host.show(Affordable("a ", upTo: 6).modelContainer(container))
    // A change that is not told yet: a new fetch would find it.
    container.mainContext.insert(Dish("bread", price: 1))
    host.show(Affordable("b ", upTo: 6).modelContainer(container))
    #expect(host.shown.first == "b soup")
    #expect(await host.settle { host.shown.first == "b bread soup" })
  }

  @Test("In another context, it shows what is there")
  func otherContext() async throws {
    let first = try kitchen(with: Dish("soup", price: 5))
    let second = try kitchen(with: Dish("stew", price: 5))
    let host = Host()
    host.show(Affordable(upTo: 6).modelContext(first.mainContext))
    #expect(host.shown.first == "soup")
    host.show(Affordable(upTo: 6).modelContext(second.mainContext))
    #expect(host.shown.first == "stew")
    // A context that belonged to no actor belongs to the main actor from then on.
    let own = ModelContext(first)
    host.show(Affordable(upTo: 6).modelContext(own))
    #expect(host.shown.prefix(2) == ["soup", "same context"])
    own.insert(Dish("bread", price: 1))
    #expect(await host.settle { host.shown.first == "bread soup" })
  }

  @Test("What is no longer shown is let go")
  func letsGo() async throws {
    weak var context: ModelContext?
    do {
      let own = ModelContext(try kitchen())
      context = own
      let host = Host()
      host.show(Menu().modelContext(own))
      own.insert(Dish("soup"))
      #expect(await host.settle { host.shown == ["soup"] })
      own.rollback()
    }
    for _ in 0..<10_000 where context != nil { await Task.yield() }
    #expect(context == nil)
  }

  @Test("Without a container there are no results, and the error says how to give one")
  func noContainer() {
    let host = Host()
    host.show(Napkins())
    #expect(host.shown.first == "0")
    #expect(host.shown.last?.hasPrefix("missingModelContext") == true)
    #expect(host.shown.last?.contains("modelContainer(_:)") == true)
    host.show(Carte())
    #expect(host.shown == ["the same"])
  }

  @Test("A model that the container does not have is an error, and no results")
  func unknownModel() throws {
    let host = Host()
    host.show(Napkins().modelContainer(try kitchen()))
    #expect(host.shown.first == "0")
    #expect(host.shown.last?.contains("Napkin") == true)
  }

  @Test("A query outside of a view's evaluation fetches as well")
  func unhosted() {
    let query = Query<Dish, [Dish]>(sort: \.price)
    query.update()
    #expect(query.wrappedValue.isEmpty)
    #expect(SwiftDataError.missingModelContext ~= (query.fetchError ?? CancellationError()))
  }
}
