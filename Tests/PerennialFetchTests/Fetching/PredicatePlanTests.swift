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

  @Test("Conditions are written as expected", arguments: goldens)
  func golden(_ golden: Golden) {
    let plan = FetchPlan(FetchDescriptor(predicate: golden.predicate))
    #expect(plan.condition == golden.condition)
    #expect(plan.from == "\"FuzzItem\" AS t0" + golden.joins)
    #expect(plan.isConditionExact)
  }

  static let goldens = plain + optional + related + texts + ranges

  private static var plain: [Golden] {
    let (kinds, range): ([FuzzKind], Range<Double>) = ([.apple, .zebra], 1..<5)
    return [
      Golden(
        #Predicate { $0.number == 3 && $0.title != "a" },
        #"t0."number" = ? AND t0."title" <> ?"#
      ),
      Golden(#Predicate { !($0.medium < 3 || $0.isOn) }, #"t0."medium" >= ? AND t0."isOn" = 0"#),
      Golden(#Predicate { $0.isOn }, #"t0."isOn" = 1"#),
      Golden(#Predicate { $0.price != 1 }, #"(t0."price" = ?) IS NOT TRUE"#),
      Golden(#Predicate { kinds.contains($0.kind) }, #"t0."kind" IN (?, ?)"#),
      Golden(#Predicate { range.contains($0.price) }, #"t0."price" >= ? AND t0."price" < ?"#),
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
        #Predicate { ($0.note ?? "").starts(with: "a") },
        #"perennial_starts(coalesce(t0."note", ?), ?)"#
      ),
      Golden(#Predicate { $0.title.isEmpty }, #"t0."title" = ?"#),
      Golden(#Predicate { $0.words.contains("a") }, #"perennial_array_contains(t0."words", ?)"#),
    ]
  }

  /// Ranges of columns that are indexed.
  private static var ranges: [Golden] {
    let (five, range) = (5, 1..<5)
    let rows = #"t0."_pk" IN (SELECT t1."_pk" FROM "FuzzItem" AS t1 WHERE"#
    return [
      Golden(#Predicate { $0.number > 3 }, #"\#(rows) t1."number" > ?)"#),
      Golden(#Predicate { five > $0.number }, #"\#(rows) ? > t1."number")"#),
      Golden(
        #Predicate { !($0.number < 3 || $0.isOn) },
        #"\#(rows) t1."number" >= ?) AND t0."isOn" = 0"#
      ),
      Golden(
        #Predicate { $0.title > "a" && range.contains($0.number) },
        #"\#(rows) t1."number" >= ? AND t1."number" < ?) AND t0."title" > ?"#
      ),
      Golden(
        #Predicate { $0.title.starts(with: "a") },
        #"\#(rows) t1."title" >= ? AND t1."title" < ?) AND perennial_starts(t0."title", ?)"#
      ),
      Golden(
        #Predicate { $0.number > 3 && $0.title == "a" },
        #"t0."number" > ? AND t0."title" = ?"#
      ),
      Golden(#Predicate { $0.number > 3 || $0.isOn }, #"t0."number" > ? OR t0."isOn" = 1"#),
      Golden(#Predicate { $0.number > $0.extreme }, #"t0."number" > t0."extreme""#),
    ]
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
