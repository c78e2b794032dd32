import PerennialUI
import SwiftData
import SwiftUI
import Testing

/// A view with a query that a test made.
private struct Board<Result>: View {
  let query: Query<Dish, Result>
  let count: (Result) -> Int
  var body: some View { Text("\(count(query.wrappedValue))") }
}

@Suite("Queries and animations")
@MainActor
struct QueryAnimationTests {
  private let descriptor = FetchDescriptor<Dish>()
  private let byPrice = [SortDescriptor(\Dish.price)]
  private let transaction = Transaction(animation: .easeInOut)

  /// The animation that the first change of a query comes with.
  private func animation<Result>(
    of query: Query<Dish, Result>,
    _ count: @escaping (Result) -> Int
  ) async throws -> Animation? {
    let container = try kitchen()
    let host = Host()
    host.show(Board(query: query, count: count).modelContainer(container))
    #expect(host.shown == ["0"])
    container.mainContext.insert(Dish("soup"))
    #expect(await host.settle { host.shown == ["1"] })
    #expect(host.animations.count == 1)
    return host.animations.first ?? nil
  }

  private func expect(_ expected: Animation?, of queries: [Query<Dish, [Dish]>]) async throws {
    for query in queries { #expect(try await animation(of: query, \.count) == expected) }
  }

  private func expect(
    _ expected: Animation?,
    of queries: [Query<Dish, SectionedResults<Dish, String>>]
  ) async throws {
    for query in queries { #expect(try await animation(of: query, \.count) == expected) }
  }

  @Test("Changes of a list come with the query's animation")
  func lists() async throws {
    try await expect(
      .easeInOut,
      of: [
        Query(sort: \.price, animation: .easeInOut), Query(sort: \.chilli, animation: .easeInOut),
        Query(sort: byPrice, animation: .easeInOut), Query(descriptor, animation: .easeInOut),
        Query(sort: \.price, transaction: transaction),
        Query(sort: \.chilli, transaction: transaction),
        Query(sort: byPrice, transaction: transaction), Query(descriptor, transaction: transaction),
      ]
    )
    try await expect(
      nil,
      of: [Query(sort: \.price), Query(sort: \.chilli), Query(sort: byPrice), Query(descriptor)]
    )
  }

  @Test("Changes of sections come with the query's animation")
  func sections() async throws {
    try await expect(
      .easeInOut,
      of: [
        Query(sort: \.price, animation: .easeInOut, sectionBy: \.course),
        Query(sort: \.chilli, animation: .easeInOut, sectionBy: \.course),
        Query(sort: byPrice, animation: .easeInOut, sectionBy: \.course),
        Query(descriptor, animation: .easeInOut, sectionBy: \.course),
        Query(sort: \.price, transaction: transaction, sectionBy: \.course),
        Query(sort: \.chilli, transaction: transaction, sectionBy: \.course),
        Query(sort: byPrice, transaction: transaction, sectionBy: \.course),
        Query(descriptor, transaction: transaction, sectionBy: \.course),
      ]
    )
  }

  @Test("Changes of sections that may have no title come with the query's animation")
  func optionalSections() async throws {
    try await expect(
      .easeInOut,
      of: [
        Query(sort: \.price, animation: .easeInOut, sectionBy: \.cuisine),
        Query(sort: \.chilli, animation: .easeInOut, sectionBy: \.cuisine),
        Query(sort: byPrice, animation: .easeInOut, sectionBy: \.cuisine),
        Query(descriptor, animation: .easeInOut, sectionBy: \.cuisine),
        Query(sort: \.price, transaction: transaction, sectionBy: \.cuisine),
        Query(sort: \.chilli, transaction: transaction, sectionBy: \.cuisine),
        Query(sort: byPrice, transaction: transaction, sectionBy: \.cuisine),
        Query(descriptor, transaction: transaction, sectionBy: \.cuisine),
      ]
    )
  }
}
