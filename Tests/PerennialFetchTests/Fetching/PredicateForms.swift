import SwiftData
import Testing

/// A predicate as a program would write it.
struct PredicateForm: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let predicate: Predicate<FuzzItem>
  /// A Boolean value that indicates whether SQL expresses the whole predicate.
  let isExact: Bool
  /// A Boolean value that indicates whether Foundation's evaluation stops the program for some objects.
  let traps: Bool
}

/// Collects forms, one statement each, which is kind to the type checker.
struct PredicateForms {
  private(set) var list: [PredicateForm] = []

  mutating func add(
    _ description: String,
    isExact: Bool = true,
    traps: Bool = false,
    _ predicate: Predicate<FuzzItem>
  ) {
    list.append(
      PredicateForm(
        testDescription: description,
        predicate: predicate,
        isExact: isExact,
        traps: traps
      )
    )
  }

  static let all = comparisons + logic + optionals + toOne + toMany + texts + captured + rest

  // MARK: Comparison

  private static var comparisons: [PredicateForm] {
    var forms = PredicateForms()
    let (text, number, date) = ("abc", 3, Date(timeIntervalSinceReferenceDate: 1))
    let (code, amount) = (FuzzWorld.codes[1], Decimal(1))
    let (kind, level, place) = (FuzzKind.zebra, FuzzLevel.low as FuzzLevel?, FuzzPlace(city: "a"))
    let (huge, notANumber, data) = (UInt64.max - 1, FuzzWorld.notANumber, Data([1, 2]))
    let link = FuzzWorld.links.first
    forms.add("==", #Predicate { $0.title == text })
    forms.add("!=", #Predicate { $0.title != text })
    forms.add("<", #Predicate { $0.number < number })
    forms.add("<=", #Predicate { $0.number <= number })
    forms.add(">", #Predicate { $0.title > text })
    forms.add(">=", #Predicate { $0.price >= 1.5 })
    forms.add("constant first", #Predicate { number < $0.number })
    forms.add("two columns", #Predicate { $0.number == $0.extreme })
    forms.add("Date", #Predicate { $0.date < date })
    forms.add("UUID", #Predicate { $0.code == code })
    forms.add("Data", #Predicate { $0.bytes == data })
    forms.add("Decimal", #Predicate { $0.amount > amount })
    forms.add("URL", #Predicate { $0.link == link })
    forms.add("enumeration", #Predicate { $0.kind == kind })
    forms.add("optional enumeration", #Predicate { $0.level == level })
    forms.add("order of an enumeration", #Predicate { $0.kind < kind })
    forms.add("rawValue", #Predicate { $0.kind.rawValue == "zebra" })
    forms.add("computed from an enumeration", #Predicate { $0.kind.title == "ZEBRA" })
    forms.add("unsigned", #Predicate { $0.huge > huge })
    forms.add("NaN ==", #Predicate { $0.price == notANumber })
    forms.add("NaN !=", #Predicate { $0.price != notANumber })
    forms.add("not less, NaN included", #Predicate { !($0.price < 1) })
    forms.add("Codable", isExact: false, #Predicate { $0.place == place })
    forms.add("member of a Codable", isExact: false, #Predicate { $0.place.city == "a" })
    forms.add(
      "timeIntervalSinceReferenceDate",
      #Predicate {
        $0.date.timeIntervalSinceReferenceDate > 0.5
      }
    )
    forms.add("timeIntervalSince1970", #Predicate { $0.date.timeIntervalSince1970 > 978_307_200 })
    return forms.list
  }

  // MARK: Logic and arithmetic

  private static var logic: [PredicateForm] {
    var forms = PredicateForms()
    let (one, limit) = (1, 2)
    forms.add("&&", #Predicate { $0.isOn && $0.number > 0 })
    forms.add("||", #Predicate { $0.isOn || $0.number > 0 })
    forms.add("!", #Predicate { !($0.isOn && $0.number > 0) })
    forms.add("a Bool alone", #Predicate { $0.isOn })
    forms.add("not a Bool", #Predicate { !$0.isOn })
    forms.add("== false", #Predicate { $0.isOn == false })
    forms.add("isEmpty == false", #Predicate { $0.title.isEmpty == false })
    forms.add("+", #Predicate { $0.number + one > limit })
    forms.add("- and *", #Predicate { ($0.number - 1) * 2 == limit })
    forms.add("/", #Predicate { $0.number / 2 == 1 })
    forms.add("overflow", traps: true, #Predicate { $0.extreme + 1 > limit })
    forms.add("overflow, negated", traps: true, #Predicate { !($0.extreme * 2 > limit) })
    forms.add("narrow overflow", traps: true, #Predicate { $0.tiny + 1 < 100 || $0.isOn })
    forms.add("division by zero", traps: true, #Predicate { 10 / $0.number > 1 || $0.isOn })
    forms.add("remainder by zero", traps: true, #Predicate { $0.isOn || 10 % $0.number == 1 })
    forms.add("negation of the least", traps: true, #Predicate { -$0.extreme < 0 })
    forms.add("%", #Predicate { $0.number % 2 == 1 })
    forms.add("unary -", #Predicate { -$0.number > limit })
    forms.add("Double arithmetic", #Predicate { $0.price * 2 + 1 > 3 })
    forms.add("Double division", #Predicate { 1 / $0.price > 0 })
    forms.add("Float arithmetic", isExact: false, #Predicate { $0.ratio + 1 > 2 })
    forms.add("Decimal arithmetic", isExact: false, #Predicate { $0.amount + 1 > 2 })
    forms.add("ternary", #Predicate { ($0.isOn ? $0.number : 5) > 3 })
    forms.add(
      "if else",
      #Predicate {
        if $0.isOn { $0.number > 3 } else { $0.title == "abc" }
      }
    )
    forms.add(
      "else if",
      #Predicate {
        if $0.number > 5 { true } else if $0.number < 0 { $0.isOn } else { false }
      }
    )
    forms.add(
      "a part that only memory knows",
      isExact: false,
      #Predicate {
        $0.isOn && $0.place.city == "a"
      }
    )
    forms.add(
      "the same, negated",
      isExact: false,
      #Predicate {
        !($0.isOn && $0.place.city == "a")
      }
    )
    return forms.list
  }

  // MARK: Optionals

  private static var optionals: [PredicateForm] {
    var forms = PredicateForms()
    let (none, some): (String?, String?) = (nil, "abc")
    let date = Date(timeIntervalSinceReferenceDate: 0)
    forms.add("== nil", #Predicate { $0.note == nil })
    forms.add("!= nil", #Predicate { $0.note != nil })
    forms.add("== captured nil", #Predicate { $0.note == none })
    forms.add("!= captured value", #Predicate { $0.note != some })
    forms.add("not ==", #Predicate { !($0.note == some) })
    forms.add("??", #Predicate { ($0.note ?? "abc") == "abc" })
    forms.add("force unwrap", #Predicate { $0.optionalNumber! > 1 })
    forms.add("not force unwrap", #Predicate { !($0.optionalNumber! > 1) })
    forms.add("|| force unwrap", #Predicate { $0.isOn || $0.optionalNumber! > 1 })
    forms.add("force unwrap ||", #Predicate { $0.optionalNumber! > 1 || $0.isOn })
    forms.add("optional chaining", #Predicate { $0.note?.isEmpty == true })
    forms.add("if let", #Predicate { if let due = $0.due { due > date } else { false } })
    forms.add("if let else true", #Predicate { if let due = $0.due { due > date } else { true } })
    forms.add("flatMap", #Predicate { $0.due.flatMap { $0 > date } ?? false })
    forms.add("Bool?", #Predicate { $0.isMarked ?? true })
    forms.add("Bool? == true", #Predicate { $0.isMarked == true })
    forms.add("Bool? == false", #Predicate { $0.isMarked == false })
    forms.add("Bool? != true", #Predicate { $0.isMarked != true })
    return forms.list
  }

  // MARK: To-one relationships

  private static var toOne: [PredicateForm] {
    var forms = PredicateForms()
    let name: String? = "abc"
    forms.add("relationship == nil", #Predicate { $0.owner == nil })
    forms.add("relationship != nil", #Predicate { $0.owner != nil })
    forms.add("owner?.name ==", #Predicate { $0.owner?.name == "abc" })
    forms.add("owner?.name !=", #Predicate { $0.owner?.name != "abc" })
    forms.add("owner?.boss?.name", #Predicate { $0.owner?.boss?.name == name })
    forms.add("owner?.nickname == nil", #Predicate { $0.owner?.nickname == nil })
    forms.add("owner?.score == nil", #Predicate { $0.owner?.score == nil })
    forms.add("owner?.score ?? 0", #Predicate { ($0.owner?.score ?? 0) > 1 })
    forms.add("owner!.rank", #Predicate { $0.owner!.rank > 0 })
    forms.add(
      "if let owner",
      #Predicate {
        if let owner = $0.owner { owner.rank > 0 || owner.nickname == nil } else { false }
      }
    )
    forms.add("two relationships", #Predicate { $0.owner == $0.keeper })
    forms.add("owner?.isActive == true", #Predicate { $0.owner?.isActive == true })
    forms.add("owner?.items.count", #Predicate { ($0.owner?.items.count ?? 0) > 3 })
    return forms.list
  }

  // MARK: To-many relationships

  private static var toMany: [PredicateForm] {
    var forms = PredicateForms()
    forms.add("contains", #Predicate { $0.tags.contains { $0.weight > 2 } })
    forms.add("contains(where:)", #Predicate { $0.tags.contains(where: { $0.isShown }) })
    forms.add("!contains", #Predicate { !$0.tags.contains { $0.weight > 2 } })
    forms.add("allSatisfy", #Predicate { $0.tags.allSatisfy { $0.weight > 0 } })
    forms.add("isEmpty", #Predicate { $0.tags.isEmpty })
    forms.add("!isEmpty", #Predicate { !$0.tags.isEmpty })
    forms.add("count", #Predicate { $0.tags.count == 2 })
    forms.add("filter count", #Predicate { $0.tags.filter { $0.isShown }.count > 1 })
    forms.add("filter isEmpty", #Predicate { $0.tags.filter { $0.isShown }.isEmpty })
    forms.add(
      "not all, and not none",
      #Predicate {
        !$0.tags.allSatisfy { $0.isShown } && !$0.tags.isEmpty
      }
    )
    forms.add("nested", #Predicate { $0.tags.contains { $0.items.contains { $0.isOn } } })
    forms.add(
      "outer variable",
      #Predicate { item in
        item.tags.contains { $0.label == item.title }
      }
    )
    forms.add(
      "to-one within",
      #Predicate {
        $0.tags.contains { $0.items.contains { $0.owner?.name == "abc" } }
      }
    )
    forms.add(
      "optional contains ?? false",
      #Predicate {
        $0.marks?.contains { $0.weight > 0 } ?? false
      }
    )
    forms.add(
      "optional contains == true",
      #Predicate {
        $0.marks?.contains { $0.weight > 0 } == true
      }
    )
    forms.add(
      "optional contains != true", #Predicate { $0.marks?.contains { $0.weight > 0 } != true })
    forms.add(
      "optional contains ?? true", #Predicate { $0.marks?.contains { $0.weight > 0 } ?? true })
    forms.add("optional == nil", #Predicate { $0.marks == nil })
    forms.add("optional != nil", #Predicate { $0.marks != nil })
    forms.add("optional isEmpty", #Predicate { $0.marks?.isEmpty == true })
    forms.add("optional isEmpty == false", #Predicate { $0.marks?.isEmpty == false })
    forms.add("optional isEmpty == nil", #Predicate { $0.marks?.isEmpty == nil })
    forms.add("optional isEmpty ?? true", #Predicate { $0.marks?.isEmpty ?? true })
    forms.add("optional isEmpty ?? false", #Predicate { $0.marks?.isEmpty ?? false })
    forms.add("optional unwrapped", #Predicate { $0.marks!.isEmpty })
    forms.add("optional count == 0", #Predicate { $0.marks?.count == 0 })
    forms.add(
      "optional filter", #Predicate { $0.marks?.filter { $0.weight > 0 }.count == 1 })
    forms.add("optional count", #Predicate { ($0.marks?.count ?? 0) > 1 })
    forms.add("first", isExact: false, #Predicate { $0.tags.first?.label == "abc" })
    forms.add("element of an array", isExact: false, #Predicate { $0.words[0] == "abc" })
    return forms.list
  }

  // MARK: Texts

  private static var texts: [PredicateForm] {
    var forms = PredicateForms()
    let (part, same) = ("b", ComparisonResult.orderedSame)
    forms.add("contains", #Predicate { $0.title.contains(part) })
    forms.add("contains a line feed", #Predicate { $0.title.contains("\n") })
    forms.add("starts(with:)", #Predicate { $0.title.starts(with: "ab") })
    forms.add("starts(with:) of an optional", #Predicate { ($0.note ?? "").starts(with: "a") })
    forms.add("isEmpty", #Predicate { $0.title.isEmpty })
    forms.add("count", #Predicate { $0.title.count == 3 })
    forms.add(
      "localizedStandardContains",
      #Predicate {
        $0.title.localizedStandardContains("CAFE")
      }
    )
    forms.add(
      "caseInsensitiveCompare",
      #Predicate {
        $0.title.caseInsensitiveCompare("ABC") == same
      }
    )
    forms.add("localizedCompare", #Predicate { $0.title.localizedCompare("abc") == same })
    forms.add("regular expression", #Predicate { $0.title.contains(#/a.c/#) })
    forms.add("array of texts", #Predicate { $0.words.contains("abc") })
    forms.add("number of texts", #Predicate { $0.words.count > 1 })
    forms.add("no texts", #Predicate { $0.words.isEmpty })
    return forms.list
  }

  // MARK: Captured values

  private static var captured: [PredicateForm] {
    var forms = PredicateForms()
    let (texts, codes): ([String], Set<UUID>) = (["abc", "é"], Set(FuzzWorld.codes.prefix(3)))
    let (optionals, numbers): ([Int?], [Int]) = ([1, nil, 3], [])
    let many = Set((0..<1_000).map { "text \($0)" } + ["abc", "é", "x\u{0}y"])
    let manyNumbers = Array(0..<2_000)
    let manyCodes = (0..<600).map { _ in UUID() } + [FuzzWorld.codes[2]]
    let manyDoubles = (0..<600).map { Double($0) * 0.1 }
    let (range, closed, empty) = (0..<5, -1...1, "")
    let (kinds, prices): ([FuzzKind], [Double]) = ([.apple, .plain], [1.5, .nan])
    let filter = FuzzFilter(numbers: [1, 2, 3], minimum: 2)
    forms.add("array", #Predicate { texts.contains($0.title) })
    forms.add("set", #Predicate { codes.contains($0.code) })
    forms.add("array with nil", #Predicate { optionals.contains($0.optionalNumber) })
    forms.add("not array with nil", #Predicate { !optionals.contains($0.optionalNumber) })
    forms.add("empty array", #Predicate { numbers.contains($0.number) })
    forms.add("array with NaN", #Predicate { prices.contains($0.price) })
    forms.add("not array with NaN", #Predicate { !prices.contains($0.price) })
    forms.add("enumerations", #Predicate { kinds.contains($0.kind) })
    forms.add("many texts", #Predicate { many.contains($0.title) })
    forms.add("many numbers", #Predicate { manyNumbers.contains($0.number) })
    forms.add("many UUIDs", #Predicate { manyCodes.contains($0.code) })
    forms.add("many doubles", #Predicate { manyDoubles.contains($0.price) })
    forms.add("range", #Predicate { range.contains($0.number) })
    forms.add("closed range", #Predicate { closed.contains($0.number) })
    forms.add("literal range", #Predicate { (1...5).contains($0.number) })
    forms.add(
      "range of columns",
      traps: true,
      #Predicate { ($0.optionalNumber!...5).contains($0.number) }
    )
    forms.add("bound of a captured range", #Predicate { range.lowerBound <= $0.number })
    forms.add("member of a captured struct", #Predicate { $0.number >= filter.minimum })
    forms.add(
      "optional array in a struct",
      #Predicate {
        filter.numbers.flatMap { $0.contains(3) } == true && $0.isOn
      }
    )
    forms.add("captured text is empty", #Predicate { empty.isEmpty || $0.title == empty })
    forms.add(
      "any of captured",
      #Predicate { item in
        texts.contains { item.title.contains($0) }
      }
    )
    forms.add(
      "all of captured",
      #Predicate { item in
        texts.allSatisfy { item.title != $0 }
      }
    )
    return forms.list
  }

  // MARK: The rest

  private static var rest: [PredicateForm] {
    var forms = PredicateForms()
    let (first, second) = (
      #Predicate<FuzzItem> { $0.isOn }, #Predicate<FuzzItem> { $0.owner?.name == "abc" }
    )
    forms.add("true", .true)
    forms.add("false", .false)
    forms.add("and", first.and(second))
    forms.add("or", first.or(second))
    forms.add("all of none", Predicate(all: []))
    forms.add("any of none", Predicate(any: []))
    forms.add("all of three", Predicate(all: [first, second, first.or(second)]))
    forms.add(
      "is",
      Predicate {
        PredicateExpressions.TypeCheck<PredicateExpressions.Variable<FuzzItem>, FuzzItem>($0)
      }
    )
    return forms.list
  }
}

/// A value that a program might capture as a whole.
struct FuzzFilter: Codable, Sendable {
  var numbers: [Int]?
  var minimum: Int
}
