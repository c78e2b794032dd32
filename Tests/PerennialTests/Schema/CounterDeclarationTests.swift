import Foundation
import Perennial
import SwiftData
import Testing

@Suite("Declarations of counters")
struct CounterDeclarationTests {
  private func open(_ type: any PersistentModel.Type) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([type]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test("Without sync, a counter is an ordinary attribute")
  func ordinary() throws {
    let container = try open(Visit.self)
    let context = ModelContext(container)
    let visit = Visit()
    context.insert(visit)
    visit.count += 2
    try context.save()
    visit.count = 7
    visit.total -= 3
    try context.save()
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Visit>(predicate: #Predicate { $0.count > 6 }))
    #expect(found.map(\.count) == [7] && found.map(\.total) == [2])
    let option = container.schema.entity(for: Visit.self)?.attributesByName["count"]?.options
    #expect(option == [.counter])
  }

  @Test(
    "A declaration that cannot be counted throws, and the error names the property and the way out",
    arguments: [
      (Titled.self as any PersistentModel.Type, "Titled.title", "Declare it as Int or Int64"),
      (Hopeful.self, "Hopeful.count", "Declare it as Int or Int64"),
      (Small.self, "Small.count", "Declare it as Int or Int64"),
      (Numbered.self, "Numbered.number", "Leave out the option or the constraint"),
      (Paired.self, "Paired.number", "Leave out the option or the constraint"),
      (Fleeting.self, "Fleeting.count", "Leave out one of the options"),
    ])
  func invalid(_ type: any PersistentModel.Type, property: String, remedy: String) {
    let error = #expect(throws: SwiftDataError.self) { try open(type) }
    #expect(error == .unsupportedFeature)
    let text = error?.localizedDescription ?? ""
    #expect(text.contains(property) && text.contains(remedy), "\(text)")
  }
}

@Model private final class Visit {
  @Attribute(.counter) var count = 0
  @Attribute(.counter) var total: Int64 = 5

  init() {}
}

@Model private final class Titled {
  @Attribute(.counter) var title = ""

  init() {}
}

@Model private final class Hopeful {
  @Attribute(.counter) var count: Int?

  init() {}
}

@Model private final class Small {
  @Attribute(.counter) var count: Int8 = 0

  init() {}
}

@Model private final class Numbered {
  @Attribute(.counter, .unique) var number = 0

  init() {}
}

@Model private final class Paired {
  #Unique<Paired>([\.hall, \.number])
  @Attribute(.counter) var number = 0
  var hall = ""

  init() {}
}

@Model private final class Fleeting {
  @Attribute(.counter, .ephemeral) var count = 0

  init() {}
}
