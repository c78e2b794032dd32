import SwiftData
import Testing

@testable import Perennial

@Suite("Orders in SQL and in memory")
struct SortTests {
  private static let world = Result { try FuzzWorld(seed: 11, items: 150) }

  /// An order, and whether SQL makes it.
  struct Order: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sortBy: [SortDescriptor<FuzzItem>]
    var isExact = true
    var isReversed = false
  }

  static let orders: [Order] =
    [
      Order(testDescription: "none", sortBy: []),
      Order(testDescription: "text", sortBy: [SortDescriptor(\.title)]),
      Order(
        testDescription: "text, bytes",
        sortBy: [SortDescriptor(\.title, comparator: .lexical)]
      ),
      Order(testDescription: "optional text", sortBy: [SortDescriptor(\.note)]),
      Order(
        testDescription: "optional text, bytes",
        sortBy: [SortDescriptor(\.note, comparator: .lexical)]
      ),
      Order(testDescription: "integer", sortBy: [SortDescriptor(\.extreme)]),
      Order(testDescription: "optional integer", sortBy: [SortDescriptor(\.optionalNumber)]),
      Order(testDescription: "unsigned integer", sortBy: [SortDescriptor(\.huge)]),
      Order(testDescription: "double with NaN", sortBy: [SortDescriptor(\.price)]),
      Order(testDescription: "float with NaN", sortBy: [SortDescriptor(\.ratio)]),
      Order(testDescription: "optional double", sortBy: [SortDescriptor(\.optionalPrice)]),
      Order(testDescription: "date", sortBy: [SortDescriptor(\.date)]),
      Order(testDescription: "optional date", sortBy: [SortDescriptor(\.due)]),
      Order(testDescription: "UUID", sortBy: [SortDescriptor(\.code)]),
      Order(testDescription: "decimal", sortBy: [SortDescriptor(\.amount)]),
      Order(testDescription: "optional decimal", sortBy: [SortDescriptor(\.optionalAmount)]),
      Order(testDescription: "enumeration", sortBy: [SortDescriptor(\.kind)]),
      Order(testDescription: "optional enumeration", sortBy: [SortDescriptor(\.optionalKind)]),
      Order(testDescription: "identifier", sortBy: [SortDescriptor(\.persistentModelID)]),
      Order(testDescription: "to-one attribute", sortBy: [SortDescriptor(\.owner?.name)]),
      Order(testDescription: "to-one optional", sortBy: [SortDescriptor(\.owner?.nickname)]),
      Order(testDescription: "two to-ones", sortBy: [SortDescriptor(\.owner?.boss?.rank)]),
      Order(
        testDescription: "several",
        sortBy: [SortDescriptor(\.kind), SortDescriptor(\.title, order: .reverse)]
      ),
      Order(
        testDescription: "not stored",
        sortBy: [SortDescriptor(\.title.count)],
        isExact: false
      ),
    ].flatMap { order in
      [order, order.reversed]
    }

  @Test("The store sorts as memory does", arguments: orders)
  func order(_ order: Order) throws {
    let context = ModelContext(try Self.world.get().container)
    let descriptor = FetchDescriptor(sortBy: order.sortBy)
    let all = try context.fetch(FetchDescriptor<FuzzItem>())
    let sorted = all.shuffled().sorted(by: ModelOrder(order.sortBy).areInIncreasingOrder)
    #expect(try context.fetch(descriptor) == sorted)
    #expect(FetchPlan(descriptor).isOrderExact == order.isExact)
    try compareWithFoundation(order, sorted)
  }

  /// Foundation's own sorting finds no neighbours in the wrong order. Left out are texts, which it
  /// sorts by bytes where people would not, NaNs, which it sorts anywhere, and descriptors that
  /// were turned round after their creation, which it does not notice.
  private func compareWithFoundation(_ order: Order, _ sorted: [FuzzItem]) throws {
    let isTextual = order.sortBy.contains { descriptor in
      let path = descriptor.keyPath
      return descriptor.stringComparator == nil
        && (path is KeyPath<FuzzItem, String> || path is KeyPath<FuzzItem, String?>)
    }
    if isTextual || order.isReversed || order.testDescription.contains("NaN") { return }
    for (first, second) in zip(sorted, sorted.dropFirst()) {
      let results = order.sortBy.map { $0.compare(first, second) }
      #expect((results.first { $0 != .orderedSame } ?? .orderedAscending) == .orderedAscending)
    }
  }

  @Test("Nil comes first, or last in the opposite order")
  func nilOrder() throws {
    let context = ModelContext(try Self.world.get().container)
    let forward = try context.fetch(
      FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.optionalNumber)])
    )
    let reverse = try context.fetch(
      FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.optionalNumber, order: .reverse)])
    )
    #expect(forward.first?.optionalNumber == nil)
    #expect(forward.last?.optionalNumber != nil)
    #expect(reverse.first?.optionalNumber != nil)
    #expect(reverse.last?.optionalNumber == nil)
  }

  @Test("Equal objects come in the order of their creation, in either direction")
  func stability() throws {
    let context = ModelContext(try Self.world.get().container)
    for order in [SortOrder.forward, .reverse] {
      let items = try context.fetch(
        FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.medium, order: order)])
      )
      for (first, second) in zip(items, items.dropFirst()) where first.medium == second.medium {
        #expect(first.persistentModelID < second.persistentModelID)
      }
    }
  }

  @Test("Changes that are not saved are sorted in", arguments: orders)
  func pending(_ order: Order) throws {
    let context = ModelContext(try Self.world.get().container)
    try FuzzWorld.disturb(context, seed: 3)
    var descriptor = FetchDescriptor(sortBy: order.sortBy)
    let all = try context.fetch(FetchDescriptor<FuzzItem>())
    let sorted = all.shuffled().sorted(by: ModelOrder(order.sortBy).areInIncreasingOrder)
    #expect(try context.fetch(descriptor) == sorted)
    descriptor.fetchLimit = 20
    descriptor.fetchOffset = 10
    #expect(try context.fetch(descriptor) == Array(sorted[10..<30]))
  }

  @Test("A route leads through to-one relationships")
  func routes() throws {
    let layout = ModelLayout.of(FuzzItem.self)
    let route = try KeyPathRoute(\FuzzItem.owner?.boss?.name, from: layout)
    #expect(route.relationships.map(\.name) == ["owner", "boss"])
    guard case .property(let property) = route.end else {
      Issue.record("the route ends elsewhere")
      return
    }
    #expect(property.name == "name")
    #expect(throws: Untranslatable.self) { try KeyPathRoute(\FuzzItem.title.count, from: layout) }
    #expect(throws: Untranslatable.self) { try KeyPathRoute(\FuzzItem.kind.title, from: layout) }
  }
}

extension SortTests.Order {
  /// Each descriptor the other way round.
  var reversed: SortTests.Order {
    SortTests.Order(
      testDescription: testDescription + ", reversed",
      sortBy: sortBy.map { descriptor in
        var copy = descriptor
        copy.order = descriptor.order == .forward ? .reverse : .forward
        return copy
      },
      isExact: isExact,
      isReversed: true
    )
  }
}
