import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Fetches by the state of presets")
struct PresetFilterTests {
  private static let filters: [PresetFilter] = [.presets, .edited, .pristine, .userCreated]

  private func titles(
    _ context: ModelContext, _ filter: PresetFilter, limit: Int? = nil, offset: Int? = nil,
    where predicate: Predicate<Dish>? = nil
  ) throws -> [String] {
    var descriptor = FetchDescriptor<Dish>(predicate: predicate, sortBy: [SortDescriptor(\.title)])
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    let found = try context.fetch(descriptor, presets: filter).map(\.title)
    #expect(try context.fetchCount(descriptor, presets: filter) == found.count)
    return found
  }

  /// A store with the presets Aspic, Pasta and Soup, the last of which is edited, and two user objects.
  private func context() throws -> ModelContext {
    let context = ModelContext(try Kitchen.container(1))
    try #require(try context.dish("soup")).minutes = 41
    context.insert(Dish(nil, "Bread", minutes: 60))
    context.insert(Dish(nil, "Rice", minutes: 5))
    try context.save()
    return context
  }

  @Test("Limits and offsets count the filtered objects")
  func windows() throws {
    let context = try context()
    #expect(try titles(context, .presets) == ["Aspic", "Pasta", "Soup"])
    #expect(try titles(context, .edited) == ["Soup"])
    #expect(try titles(context, .pristine) == ["Aspic", "Pasta"])
    #expect(try titles(context, .userCreated) == ["Bread", "Rice"])
    #expect(try titles(context, .presets, limit: 1, offset: 1) == ["Pasta"])
    #expect(try titles(context, .pristine, limit: 5, offset: 1) == ["Pasta"])
    #expect(try titles(context, .userCreated, limit: 1) == ["Bread"])
    #expect(try titles(context, .edited, offset: 1) == [])
  }

  @Test("A predicate, and changes that are not saved")
  func predicates() throws {
    let context = try context()
    let long = #Predicate<Dish> { $0.minutes > 15 }
    #expect(try titles(context, .presets, where: long) == ["Pasta", "Soup"])
    #expect(try titles(context, .pristine, where: long) == ["Pasta"])
    #expect(try titles(context, .userCreated, where: long) == ["Bread"])
    try #require(try context.dish("pasta")).minutes = 1
    context.insert(Dish(nil, "Stew", minutes: 90))
    #expect(try titles(context, .presets, where: long) == ["Soup"])
    // Only saved edits count.
    #expect(try titles(context, .pristine) == ["Aspic", "Pasta"])
    #expect(try titles(context, .userCreated, limit: 2, where: long) == ["Bread", "Stew"])
    context.delete(try #require(try context.dish("soup")))
    #expect(try titles(context, .edited) == [])
  }

  @Test("A store that has never had presets")
  func none() throws {
    let context = ModelContext(try Kitchen.container(nil))
    context.insert(Dish(nil, "Bread"))
    try context.save()
    for filter in Self.filters {
      #expect(try titles(context, filter) == (filter == .userCreated ? ["Bread"] : []))
    }
  }

  @Test("The filter is a part of the statement", arguments: filters)
  func explanation(_ filter: PresetFilter) throws {
    let context = try context()
    let all = FetchDescriptor<Dish>()
    let explanation = try context.explain(all, presets: filter)
    #expect(explanation.evaluatedInMemory.isEmpty)
    #expect(try explanation.sql != context.explain(all).sql)
  }
}
