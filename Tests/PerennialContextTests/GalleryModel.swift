// The expected contents of the contexts of one container, in plain values.
//
// A store is a dictionary of facts. A context is a dictionary of facts that lie over the store's:
// what it changed stays, property by property, and what it did not change follows the store. Only
// one side of a relationship is a fact; the other one is read from it.

struct GalleryModel {
  typealias Number = Int

  enum Kind: Int, CaseIterable, Sendable {
    case studio, artist, badge, style, prize
  }

  enum Fact: Hashable {
    case name(Number)
    case score(Number)
    /// The studio of an artist or a prize, or the one where a style comes from.
    case studio(Number)
    case mentor(Number)
    /// The other end of a one-to-one relationship; a fact at both ends.
    case partner(Number)
    case style(artist: Number, Number)

    var owner: Number {
      switch self {
      case .name(let number), .score(let number), .studio(let number), .mentor(let number),
        .partner(let number), .style(let number, _):
        number
      }
    }

    var isReference: Bool {
      switch self {
      case .name, .score: false
      case .studio, .mentor, .partner, .style: true
      }
    }
  }

  /// The values that can be read of one object.
  struct Portrait: Equatable {
    let kind: Kind
    var name: Int
    var score: Int
    /// The related objects, for each relationship in the order of the class, sorted.
    var relations: [[Number]]
  }

  private struct Overlay {
    var inserted: [Number: Kind] = [:]
    var deleted: Set<Number> = []
    /// Nil in here is a value: the property was emptied.
    var facts: [Fact: Number?] = [:]
  }

  private var stored: [Number: Kind] = [:]
  private var facts: [Fact: Number] = [:]
  private var overlays: [Overlay]

  init(contexts: Int) {
    overlays = Array(repeating: Overlay(), count: contexts)
  }

  // MARK: Reading

  /// The objects of a context, or of the store for nil.
  func living(_ context: Int?) -> [Number: Kind] {
    guard let context else { return stored }
    let overlay = overlays[context]
    var living = stored.merging(overlay.inserted) { first, _ in first }
    for number in overlay.deleted { living[number] = nil }
    return living
  }

  private func raw(_ fact: Fact, _ context: Int?) -> Number? {
    if let context, let own = overlays[context].facts[fact] { return own }
    return facts[fact]
  }

  /// Every object as a context sees it: a reference to what is not there reads as nil, and a
  /// one-to-one relationship holds if both ends say so.
  func portraits(_ context: Int?) -> [Number: Portrait] {
    let living = living(context)
    var portraits = living.mapValues { kind in
      let count =
        switch kind {
        case .studio, .style: 2
        case .artist: 5
        case .badge, .prize: 1
        }
      return Portrait(
        kind: kind,
        name: 0,
        score: 0,
        relations: Array(repeating: [], count: count)
      )
    }
    var visible = facts
    if let context {
      for (fact, value) in overlays[context].facts { visible[fact] = value }
    }
    for (fact, value) in visible {
      let owner = fact.owner
      guard let kind = living[owner] else { continue }
      switch fact {
      case .name: portraits[owner]?.name = value
      case .score: portraits[owner]?.score = value
      case .studio where living[value] != nil:
        portraits[owner]?.relations[kind == .style ? 1 : 0] = [value]
        if kind == .artist { portraits[value]?.relations[0].append(owner) }
        if kind == .prize { portraits[value]?.relations[1].append(owner) }
      case .mentor where living[value] != nil:
        portraits[owner]?.relations[3] = [value]
        portraits[value]?.relations[4].append(owner)
      case .partner where living[value] != nil && visible[.partner(value)] == owner:
        portraits[owner]?.relations[kind == .artist ? 1 : 0] = [value]
      case .style(_, let style) where living[style] != nil:
        portraits[owner]?.relations[2].append(style)
        portraits[style]?.relations[0].append(owner)
      default: break
      }
    }
    for number in portraits.keys {
      guard let relations = portraits[number]?.relations else { continue }
      portraits[number]?.relations = relations.map { $0.sorted() }
    }
    return portraits
  }

  // MARK: Changing

  mutating func insert(_ number: Number, _ kind: Kind, _ context: Int) {
    overlays[context].inserted[number] = kind
  }

  /// Sets a fact that has only one side.
  mutating func set(_ fact: Fact, _ value: Number?, _ context: Int) {
    overlays[context].facts[fact] = .some(value)
  }

  /// Makes two objects partners, or `number` alone; former partners stay alone.
  mutating func pair(_ number: Number, _ partner: Number?, _ context: Int) {
    for end in [number, partner].compactMap(\.self) {
      if let former = raw(.partner(end), context), raw(.partner(former), context) == end {
        set(.partner(former), nil, context)
      }
    }
    set(.partner(number), partner, context)
    if let partner { set(.partner(partner), number, context) }
  }

  mutating func delete(_ number: Number, _ context: Int) {
    var doomed = [number]
    while let next = doomed.popLast() {
      let portraits = portraits(context)
      guard let portrait = portraits[next] else { continue }
      let relations = portrait.relations
      switch portrait.kind {
      case .studio:
        doomed += relations[0]
        for artist in relations[0] { set(.studio(artist), nil, context) }
      case .artist:
        pair(next, nil, context)
        for style in relations[2] { set(.style(artist: next, style), nil, context) }
        for pupil in relations[4] { set(.mentor(pupil), nil, context) }
      case .badge: pair(next, nil, context)
      case .style:
        for artist in relations[0] { set(.style(artist: artist, next), nil, context) }
      case .prize: break
      }
      if overlays[context].inserted.removeValue(forKey: next) != nil {
        overlays[context].facts = overlays[context].facts.filter { $0.key.owner != next }
      } else {
        overlays[context].deleted.insert(next)
      }
    }
  }

  /// The studios whose deletion the rule `deny` forbids.
  func denied(_ context: Int) -> Set<Number> {
    let living = living(context)
    let claims = living.filter { $0.value == .prize }.compactMap { raw(.studio($0.key), context) }
    return overlays[context].deleted.intersection(claims)
  }

  /// Returns false, and changes nothing, if a rule forbids the save.
  mutating func save(_ context: Int) -> Bool {
    guard denied(context).isEmpty else { return false }
    let overlay = overlays[context]
    stored.merge(overlay.inserted) { first, _ in first }
    for number in overlay.deleted { stored[number] = nil }
    for (fact, value) in overlay.facts where stored[fact.owner] != nil { facts[fact] = value }
    let (living, all) = (stored, facts)
    facts = facts.filter { fact, value in
      switch fact {
      case _ where living[fact.owner] == nil: false
      case .name, .score: true
      case .studio, .mentor: living[value] != nil
      case .partner(let number): living[value] != nil && all[.partner(value)] == number
      case .style(_, let style): living[style] != nil
      }
    }
    overlays[context] = Overlay()
    for other in overlays.indices where other != context {
      overlays[other].deleted.subtract(overlay.deleted)
      overlays[other].facts = overlays[other].facts.filter {
        !overlay.deleted.contains($0.key.owner)
      }
    }
    return true
  }

  mutating func rollback(_ context: Int) {
    overlays[context] = Overlay()
  }
}
