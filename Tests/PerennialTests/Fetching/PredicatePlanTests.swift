import SwiftData
import Testing

@testable import Perennial

@Suite("Predicates in SQL")
struct PredicatePlanTests {
  /// A predicate and the condition that it becomes.
  struct Golden: CustomTestStringConvertible, Sendable {
    let predicate: Predicate<FuzzItem>
    let joins: String
    let condition: String
    var testDescription: String { condition }

    init(_ predicate: Predicate<FuzzItem>, joins: String = "", _ condition: String) {
      self.predicate = predicate
      self.joins = joins
      self.condition = condition
    }
  }

  // MARK: Texts

  @Test("Conditions are written as expected", arguments: goldens)
  func golden(_ golden: Golden) {
    let plan = FetchPlan(FetchDescriptor(predicate: golden.predicate))
    #expect(plan.condition == golden.condition)
    #expect(plan.from == "\"FuzzItem\" AS t0" + golden.joins)
    #expect(plan.isConditionExact)
  }

  static let goldens = plain + optional + related + texts

  private static var plain: [Golden] {
    let (kinds, range): ([FuzzKind], Range<Int>) = ([.apple, .zebra], 1..<5)
    return [
      Golden(
        #Predicate { $0.number == 3 && $0.title != "a" },
        #"t0."number" = ? AND t0."title" <> ?"#
      ),
      Golden(#Predicate { !($0.number < 3 || $0.isOn) }, #"t0."number" >= ? AND t0."isOn" = 0"#),
      Golden(#Predicate { $0.isOn }, #"t0."isOn" = 1"#),
      Golden(#Predicate { $0.price != 1 }, #"(t0."price" = ?) IS NOT TRUE"#),
      Golden(#Predicate { kinds.contains($0.kind) }, #"t0."kind" IN (?, ?)"#),
      Golden(#Predicate { range.contains($0.number) }, #"t0."number" >= ? AND t0."number" < ?"#),
      Golden(
        #Predicate { $0.number + 1 > 3 },
        #"t0."number" + ? > ? AND typeof(t0."number" + ?) = ?"#
      ),
    ]
  }

  private static var optional: [Golden] {
    let none: String? = nil
    return [
      Golden(#Predicate { $0.note == none }, #"t0."note" IS NULL"#),
      Golden(#Predicate { $0.note == "a" }, #"t0."note" = ?"#),
      Golden(#Predicate { $0.note != "a" }, #"t0."note" IS NOT ?"#),
      Golden(#Predicate { ($0.note ?? "b") == "a" }, #"coalesce(t0."note", ?) = ?"#),
      Golden(
        #Predicate { $0.optionalNumber! > 1 },
        #"t0."optionalNumber" > ? AND t0."optionalNumber" IS NOT NULL"#
      ),
      Golden(#Predicate { $0.isMarked == true }, #"t0."isMarked" = 1"#),
    ]
  }

  private static var related: [Golden] {
    let owner = #" LEFT JOIN "FuzzOwner" AS t1 ON t1."_pk" = t0."owner""#
    return [
      Golden(#Predicate { $0.owner == nil }, #"t0."owner" IS NULL"#),
      Golden(
        #Predicate { $0.owner?.name == "a" },
        #"t0."owner" IN (SELECT t1."_pk" FROM "FuzzOwner" AS t1 WHERE t1."name" = ?)"#
      ),
      Golden(#Predicate { $0.owner?.name != "a" }, joins: owner, #"t1."name" IS NOT ?"#),
      Golden(
        #Predicate { $0.tags.contains { $0.weight > 2 } },
        """
        t0."_pk" IN (SELECT t1."source" FROM "FuzzItem.tags" AS t1 \
        JOIN "FuzzTag" AS t2 ON t2."_pk" = t1."target" WHERE t2."weight" > ?)
        """
      ),
      Golden(
        #Predicate { $0.title == "a" && $0.tags.contains { $0.weight > 2 } },
        """
        t0."title" = ? AND EXISTS (SELECT 1 FROM "FuzzItem.tags" AS t1 \
        JOIN "FuzzTag" AS t2 ON t2."_pk" = t1."target" \
        WHERE t1."source" = t0."_pk" AND t2."weight" > ?)
        """
      ),
      Golden(
        #Predicate { $0.tags.allSatisfy { $0.weight > 2 } },
        """
        NOT EXISTS (SELECT 1 FROM "FuzzItem.tags" AS t1 \
        JOIN "FuzzTag" AS t2 ON t2."_pk" = t1."target" \
        WHERE t1."source" = t0."_pk" AND t2."weight" <= ?)
        """
      ),
      Golden(
        #Predicate { $0.tags.count == 2 },
        #"(SELECT COUNT(*) FROM "FuzzItem.tags" AS t1 WHERE t1."source" = t0."_pk") = ?"#
      ),
      Golden(
        #Predicate { ($0.owner?.items.count ?? 0) > 1 },
        """
        coalesce(CASE WHEN t0."owner" IS NOT NULL THEN (SELECT COUNT(*) FROM "FuzzItem" AS t1 \
        WHERE t1."owner" = t0."owner") END, ?) > ?
        """
      ),
    ]
  }

  private static var texts: [Golden] {
    [
      Golden(#Predicate { $0.title.contains("a") }, #"perennial_contains(t0."title", ?)"#),
      Golden(
        #Predicate { $0.title.starts(with: "a") },
        #"t0."title" >= ? AND t0."title" < ? AND perennial_starts(t0."title", ?)"#
      ),
      Golden(#Predicate { $0.title.isEmpty }, #"t0."title" = ?"#),
      Golden(#Predicate { $0.words.contains("a") }, #"perennial_array_contains(t0."words", ?)"#),
    ]
  }

  // MARK: Access

  @Test("Rows are found by an index", arguments: indexed)
  func index(_ form: PredicateForm) throws {
    let directory = try ScratchDirectory()
    let file = directory.file("plan.store")
    let container = try ModelContainer(
      for: FuzzItem.self,
      FuzzOwner.self,
      FuzzTag.self,
      configurations: ModelConfiguration(url: file)
    )
    let plan = try QueryPlan(FetchDescriptor(predicate: form.predicate), in: file)
    #expect(plan.findsRows, "\(plan.lines)")
    withExtendedLifetime(container) {}
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
    return forms.list
  }

  @Test("A range that is sorted by its column needs no sorting")
  func sortedRange() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("plan.store")
    let container = try ModelContainer(
      for: FuzzItem.self,
      FuzzOwner.self,
      FuzzTag.self,
      configurations: ModelConfiguration(url: file)
    )
    let descriptor = FetchDescriptor<FuzzItem>(
      predicate: #Predicate { $0.number > 3 },
      sortBy: [SortDescriptor(\.number)]
    )
    let plan = try QueryPlan(descriptor, in: file)
    #expect(plan.findsRows, "\(plan.lines)")
    #expect(plan.lines.count == 1, "\(plan.lines)")
    withExtendedLifetime(container) {}
  }

  @Test("What is asked of related rows is found by an index")
  func relatedIndex() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("plan.store")
    let container = try ModelContainer(
      for: FuzzItem.self,
      FuzzOwner.self,
      FuzzTag.self,
      configurations: ModelConfiguration(url: file)
    )
    for predicate in [
      #Predicate<FuzzOwner> { $0.items.isEmpty },
      #Predicate<FuzzOwner> { $0.staff.allSatisfy { $0.isActive } },
      #Predicate<FuzzOwner> { $0.items.count > 3 },
    ] {
      let plan = try QueryPlan(FetchDescriptor(predicate: predicate), in: file)
      #expect(!plan.lines.contains { $0.hasPrefix("SCAN t1") }, "\(plan.lines)")
      #expect(plan.lines.contains { $0.hasPrefix("SEARCH t1 USING") }, "\(plan.lines)")
    }
    withExtendedLifetime(container) {}
  }

  @Test("A condition that is always the same costs nothing")
  func folding() {
    let (search, texts) = ("", [String]())
    let all = #Predicate<FuzzItem> { search.isEmpty || $0.title.contains(search) }
    let none = #Predicate<FuzzItem> { texts.contains($0.title) && $0.isOn }
    #expect(FetchPlan(FetchDescriptor(predicate: all)).condition == nil)
    #expect(FetchPlan(FetchDescriptor(predicate: none)).condition == "0")
  }

  @Test("Models that a condition reads are known")
  func readModels() {
    func entities(_ predicate: Predicate<FuzzItem>) -> Set<ObjectIdentifier> {
      FetchPlan(FetchDescriptor(predicate: predicate)).entities
    }
    #expect(entities(#Predicate { $0.owner == nil && $0.isOn }).isEmpty)
    #expect(entities(#Predicate { $0.owner?.name == "a" }) == [ObjectIdentifier(FuzzOwner.self)])
    #expect(
      entities(#Predicate { $0.tags.contains { $0.items.contains { $0.isOn } } })
        == [ObjectIdentifier(FuzzTag.self), ObjectIdentifier(FuzzItem.self)]
    )
  }
}
