import StoreTesting
import SwiftData
import Testing

@testable import Perennial

/// SQLite's access to the rows of fetches, according to `EXPLAIN QUERY PLAN`.
@Suite("Access to rows")
struct RowAccessTests {
  private let directory: ScratchDirectory
  private let container: ModelContainer

  init() throws {
    directory = try ScratchDirectory()
    container = try ModelContainer(
      for: FuzzItem.self,
      FuzzOwner.self,
      FuzzTag.self,
      configurations: ModelConfiguration(url: directory.file("plan.store"))
    )
  }

  private func plan<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>,
    isCount: Bool = false
  ) throws -> QueryPlan {
    try QueryPlan(descriptor, isCount: isCount, in: directory.file("plan.store"))
  }

  @Test("Rows are found by an index", arguments: indexed)
  func index(_ form: PredicateForm) throws {
    let fetch = try plan(FetchDescriptor(predicate: form.predicate))
    #expect(fetch.findsRows, "\(fetch.lines)")
    let count = try plan(FetchDescriptor(predicate: form.predicate), isCount: true)
    #expect(count.findsRows, "\(count.lines)")
  }

  static var indexed: [PredicateForm] {
    var forms = PredicateForms()
    let titles = ["a", "b"]
    let many = (0..<1_000).map(String.init)
    let range = 1...5
    let identifier = FuzzItem(title: "").persistentModelID
    let ownerID = FuzzOwner(name: "").persistentModelID as PersistentIdentifier?
    forms.add("== on an index", #Predicate { $0.title == "a" })
    forms.add("== and more", #Predicate { $0.title == "a" && $0.price > 3 })
    forms.add("closed range", #Predicate { range.contains($0.number) })
    forms.add("IN", #Predicate { titles.contains($0.title) })
    forms.add("IN with many", #Predicate { many.contains($0.title) })
    forms.add("starts(with:)", #Predicate { $0.title.starts(with: "ab") })
    forms.add("persistentModelID", #Predicate { $0.persistentModelID == identifier })
    forms.add("id", #Predicate { $0.id == identifier })
    forms.add("to-one identifier", #Predicate { $0.owner?.persistentModelID == ownerID })
    forms.add("to-one == nil", #Predicate { $0.owner == nil })
    forms.add("to-one attribute", #Predicate { $0.owner?.name == "a" })
    forms.add("to-many", #Predicate { $0.tags.contains { $0.label == "a" } })
    forms.add("||", #Predicate { $0.title == "a" || $0.number == 3 })
    forms.add(">", #Predicate { $0.number > 3 })
    forms.add("<=, constant first", #Predicate { 3 >= $0.number })
    forms.add("range and more", #Predicate { $0.price > 1 && $0.number > 3 && $0.isOn })
    forms.add("two ranges", #Predicate { $0.title > "a" && $0.number > 3 })
    forms.add("|| of a range", #Predicate { $0.title == "a" || $0.number > 3 && $0.isOn })
    forms.add("range and related", #Predicate { $0.number > 3 && $0.owner?.name != "a" })
    forms.add("range and to-many", #Predicate { $0.number > 3 && $0.tags.contains { $0.isShown } })
    return forms.list
  }

  private static let inRange = #Predicate<FuzzItem> { $0.number > 3 }

  /// A fetch of what is in a range of one index.
  private static func range(
    sortBy: [SortDescriptor<FuzzItem>] = [],
    limit: Int? = nil
  ) -> FetchDescriptor<FuzzItem> {
    var descriptor = FetchDescriptor(predicate: inRange, sortBy: sortBy)
    descriptor.fetchLimit = limit
    return descriptor
  }

  private static let lexical = SortDescriptor(\FuzzItem.title, comparator: .lexical)

  @Test("A range in the order of creation needs no sorting")
  func range() throws {
    let lines = try plan(Self.range()).lines
    #expect(
      lines == [
        "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "LIST SUBQUERY 1",
        "SEARCH t1 USING COVERING INDEX FuzzItem.number (number>?)",
      ]
    )
  }

  @Test("A range is found by its index, whatever the order", arguments: [nil, 10])
  func orderedRange(_ limit: Int?) throws {
    for sort in [SortDescriptor(\FuzzItem.title), SortDescriptor(\.price)] {
      for descriptor in [sort, sort.reversed] {
        let plan = try plan(Self.range(sortBy: [descriptor], limit: limit))
        #expect(plan.findsRows, "\(plan.lines)")
      }
    }
    let plan = try plan(Self.range(sortBy: [Self.lexical]))
    #expect(plan.findsRows, "\(plan.lines)")
  }

  @Test("What can stop early goes row by row")
  func limited() throws {
    #expect(try plan(Self.range(limit: 10)).lines == ["SCAN t0"])
    #expect(
      try plan(Self.range(sortBy: [Self.lexical], limit: 10)).lines
        == ["SCAN t0 USING INDEX FuzzItem.title"]
    )
  }

  @Test("Everything is read in the order of the keys")
  func everything() throws {
    var all = FetchDescriptor<FuzzItem>()
    #expect(try plan(all).lines == ["SCAN t0"])
    all.fetchLimit = 10
    all.fetchOffset = 3
    #expect(try plan(all).lines == ["SCAN t0"])
  }

  @Test("Rows are counted in their index alone", arguments: [nil, 10])
  func count(_ limit: Int?) throws {
    for sort in [[], [Self.lexical], [SortDescriptor(\FuzzItem.price)]] {
      let plan = try plan(Self.range(sortBy: sort, limit: limit), isCount: true)
      #expect(
        plan.lines.contains("SEARCH t0 USING COVERING INDEX FuzzItem.number (number>?)"),
        "\(plan.lines)"
      )
      #expect(!plan.sorts, "\(plan.lines)")
    }
  }

  @Test("A range that is sorted by its column needs no sorting", arguments: [nil, 10])
  func sortedRange(_ limit: Int?) throws {
    let forward = try plan(Self.range(sortBy: [SortDescriptor(\.number)], limit: limit))
    #expect(forward.lines == ["SEARCH t0 USING INDEX FuzzItem.number (number>?)"])
    let reverse = try plan(
      Self.range(sortBy: [SortDescriptor(\.number, order: .reverse)], limit: limit)
    )
    #expect(reverse.findsRows, "\(reverse.lines)")
    // Only equals are put in the order of their creation.
    #expect(!reverse.sorts, "\(reverse.lines)")
  }

  @Test("What is asked of related rows is found by an index")
  func relatedIndex() throws {
    for predicate in [
      #Predicate<FuzzOwner> { $0.items.isEmpty },
      #Predicate<FuzzOwner> { $0.staff.allSatisfy { $0.isActive } },
      #Predicate<FuzzOwner> { $0.items.count > 3 },
    ] {
      let plan = try plan(FetchDescriptor(predicate: predicate))
      #expect(!plan.lines.contains { $0.hasPrefix("SCAN t1") }, "\(plan.lines)")
      #expect(plan.lines.contains { $0.hasPrefix("SEARCH t1 USING") }, "\(plan.lines)")
    }
  }
}

extension SortDescriptor {
  /// The same, the other way round.
  fileprivate var reversed: SortDescriptor {
    var copy = self
    copy.order = order == .forward ? .reverse : .forward
    return copy
  }
}
