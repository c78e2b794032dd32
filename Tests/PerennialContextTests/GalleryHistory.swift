import Foundation
import SwiftData
import Testing

@testable import Fixtures

/// Two contexts of one container and what they should hold.
struct GalleryHistory {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  let container: ModelContainer
  let contexts: [ModelContext]
  private(set) var model = GalleryModel(contexts: 2)
  private var identifiers: [Int: PersistentIdentifier] = [:]
  /// Objects that are held, so that what they loaded stays loaded.
  private var held: [[Int: any Exhibit]] = [[:], [:]]
  private let holds: Bool

  init(_ container: ModelContainer, holds: Bool) {
    self.container = container
    self.holds = holds
    contexts = [ModelContext(container), ModelContext(container)]
  }

  // MARK: Finding

  private func object(_ number: Int, _ context: Int) throws -> any Exhibit {
    if let known = held[context][number] { return known }
    guard let identifier = identifiers[number],
      let found = try contexts[context].existingModel(for: identifier) as? any Exhibit
    else {
      throw Difference(description: "\(number) is not in context \(context)")
    }
    return found
  }

  private func typed<T: Exhibit>(_ type: T.Type, _ number: Int?, _ context: Int) throws -> T? {
    guard let number else { return nil }
    guard let found = try object(number, context) as? T else {
      throw Difference(description: "\(number) is not a \(type)")
    }
    return found
  }

  // MARK: Doing

  /// Returns `true` if an operation makes sense now. An operation that does not is left out.
  func allows(_ operation: GalleryOperation, _ context: Int) -> Bool {
    let living = model.living(context)
    func fits(_ owner: Int, _ link: GalleryOperation.Link, _ targets: [Int]) -> Bool {
      living[owner] == link.owner && targets.allSatisfy { living[$0] == link.target }
    }
    switch operation {
    case .insert(let number, _, _): return identifiers[number] == nil
    case .rename(let number, _), .rate(let number, _), .delete(let number),
      .transaction(let number, _):
      return living[number] != nil
    case .refer(let owner, let link, let target):
      return fits(owner, link, target.map { [$0] } ?? [])
    case .add(let target, let link, let owner), .remove(let target, let link, let owner):
      return fits(owner, link, [target])
    case .assign(_, let link, let owner): return fits(owner, link, [])
    case .save, .rollback, .fetch, .fetchRelated, .look: return true
    }
  }

  /// Does an operation in a context and in the model, and compares.
  mutating func perform(_ operation: GalleryOperation, _ context: Int) throws {
    guard allows(operation, context) else { return }
    switch operation {
    case .insert(let number, let kind, let partner): try insert(number, kind, partner, context)
    case .rename(let number, let value):
      try setName(object(number, context), value)
      model.set(.name(number), value, context)
    case .rate(let number, let value):
      try setScore(object(number, context), value)
      model.set(.score(number), value, context)
    case .refer(let owner, let link, let target): try refer(owner, link, target, context)
    case .add(let target, let link, let owner):
      try change(owner, link, context) { $0.contains(target) ? $0 : $0 + [target] }
    case .remove(let target, let link, let owner):
      try change(owner, link, context) { $0.filter { $0 != target } }
    case .assign(let targets, let link, let owner):
      let living = model.living(context)
      try change(owner, link, context) { _ in targets.filter { living[$0] == link.target } }
    case .delete(let number):
      try delete(object(number, context), contexts[context])
      model.delete(number, context)
    case .save: try save(context)
    case .rollback:
      contexts[context].rollback()
      model.rollback(context)
      guard !contexts[context].hasChanges else {
        throw Difference(description: "there are changes after a rollback")
      }
    case .transaction(let number, let value): try failTransaction(number, value, context)
    case .fetch(let least, let limit, let offset, let descending):
      try compareFetch(context, least, limit, offset, descending)
    case .fetchRelated(let least): try compareRelated(context, least)
    case .look: break
    }
  }

  private func setName<T: Exhibit>(_ object: T, _ value: Int) { object.name = "n\(value)" }
  private func setScore<T: Exhibit>(_ object: T, _ value: Int) { object.score = value }
  private func delete<T: Exhibit>(_ object: T, _ context: ModelContext) { context.delete(object) }

  private mutating func insert(
    _ number: Int,
    _ kind: GalleryModel.Kind,
    _ partner: Int?,
    _ context: Int
  ) throws {
    let living = partner.flatMap { model.living(context)[$0] }
    let fits =
      switch kind {
      case .studio: false
      case .artist, .prize: living == .studio
      case .badge, .style: living == .artist
      }
    let partner = fits ? partner : nil
    model.insert(number, kind, context)
    let made: any Exhibit
    switch kind {
    case .studio: made = Studio(number: number)
    case .artist:
      made = Artist(number: number, studio: try typed(Studio.self, partner, context))
      if partner != nil { model.set(.studio(number), partner, context) }
    case .badge:
      made = Badge(number: number, artist: try typed(Artist.self, partner, context))
      if let partner { model.pair(number, partner, context) }
    case .style:
      let artist = try typed(Artist.self, partner, context)
      made = Style(number: number, artists: artist.map { [$0] } ?? [])
      if let partner { model.set(.style(artist: partner, number), 1, context) }
    case .prize:
      made = Prize(number: number, studio: try typed(Studio.self, partner, context))
      if partner != nil { model.set(.studio(number), partner, context) }
    }
    func open<T: Exhibit>(_ made: T) { contexts[context].insert(made) }
    open(made)
    identifiers[number] = made.persistentModelID
    if holds { held[context][number] = made }
  }

  private mutating func refer(
    _ owner: Int,
    _ link: GalleryOperation.Link,
    _ target: Int?,
    _ context: Int
  ) throws {
    switch link {
    case .artistStudio:
      try typed(Artist.self, owner, context)?.studio = typed(Studio.self, target, context)
      model.set(.studio(owner), target, context)
    case .artistBadge:
      try typed(Artist.self, owner, context)?.badge = typed(Badge.self, target, context)
      model.pair(owner, target, context)
    case .artistMentor:
      try typed(Artist.self, owner, context)?.mentor = typed(Artist.self, target, context)
      model.set(.mentor(owner), target, context)
    case .badgeArtist:
      try typed(Badge.self, owner, context)?.artist = typed(Artist.self, target, context)
      model.pair(owner, target, context)
    case .styleOrigin:
      try typed(Style.self, owner, context)?.origin = typed(Studio.self, target, context)
      model.set(.studio(owner), target, context)
    case .prizeStudio:
      try typed(Prize.self, owner, context)?.studio = typed(Studio.self, target, context)
      model.set(.studio(owner), target, context)
    default: break
    }
  }

  private mutating func change(
    _ owner: Int,
    _ link: GalleryOperation.Link,
    _ context: Int,
    _ edit: ([Int]) -> [Int]
  ) throws {
    let position: Int
    let fact: (Int) -> GalleryModel.Fact
    let (old, new): ([Int], [Int])
    switch link {
    case .studioArtists:
      (position, fact) = (0, { .studio($0) })
      (old, new) = try change(Studio.self, \.artists, owner, context, edit)
    case .studioPrizes:
      (position, fact) = (1, { .studio($0) })
      (old, new) = try change(Studio.self, \.prizes, owner, context, edit)
    case .artistStyles:
      (position, fact) = (2, { .style(artist: owner, $0) })
      (old, new) = try change(Artist.self, \.styles, owner, context, edit)
    case .artistPupils:
      (position, fact) = (4, { .mentor($0) })
      (old, new) = try change(Artist.self, \.pupils, owner, context, edit)
    case .styleArtists:
      (position, fact) = (0, { .style(artist: $0, owner) })
      (old, new) = try change(Style.self, \.artists, owner, context, edit)
    default: return
    }
    let expected = model.portraits(context)[owner]?.relations[position] ?? []
    guard old.sorted() == expected else {
      throw Difference(description: "\(owner).\(link) was \(old.sorted()), not \(expected)")
    }
    let isStyle = link == .artistStyles || link == .styleArtists
    for number in old where !new.contains(number) { model.set(fact(number), nil, context) }
    for number in new where !old.contains(number) {
      model.set(fact(number), isStyle ? 1 : owner, context)
    }
  }

  /// Edits a collection the way a program does: by one `append`, one `remove`, or an assignment.
  private func change<T: Exhibit, Member: Exhibit>(
    _ type: T.Type,
    _ keyPath: ReferenceWritableKeyPath<T, [Member]>,
    _ owner: Int,
    _ context: Int,
    _ edit: ([Int]) -> [Int]
  ) throws -> (old: [Int], new: [Int]) {
    guard let object = try typed(T.self, owner, context) else { return ([], []) }
    let old = object[keyPath: keyPath].map(\.number)
    let new = edit(old)
    if new.count == old.count + 1, Array(new.dropLast()) == old,
      let added = try typed(Member.self, new.last, context)
    {
      object[keyPath: keyPath].append(added)
    } else if new.count == old.count - 1, new == old.filter(new.contains) {
      object[keyPath: keyPath].removeAll { !new.contains($0.number) }
    } else {
      object[keyPath: keyPath] = try new.compactMap { try typed(Member.self, $0, context) }
    }
    return (old, new)
  }

  private mutating func save(_ context: Int) throws {
    let denied = model.denied(context)
    let succeeds = model.save(context)
    do {
      try contexts[context].save()
      guard succeeds else {
        throw Difference(description: "the save should deny the deletion of \(denied)")
      }
    } catch let error as SwiftDataError where !succeeds {
      guard error == .modelValidationFailure else {
        throw Difference(description: "a denied save threw \(error)")
      }
      return
    }
    guard !contexts[context].hasChanges else {
      throw Difference(description: "there are changes after a save")
    }
  }

  /// A transaction whose block throws leaves everything as it was.
  private func failTransaction(_ number: Int, _ value: Int, _ context: Int) throws {
    struct Stop: Error {}
    do {
      try contexts[context].transaction {
        let object = try object(number, context)
        setScore(object, value)
        if value.isMultiple(of: 2) { delete(object, contexts[context]) }
        contexts[context].insert(Studio(number: -1))
        throw Stop()
      }
    } catch is Stop {}
  }

  // MARK: Comparing

  private func compareFetch(
    _ context: Int,
    _ least: Int,
    _ limit: Int,
    _ offset: Int,
    _ descending: Bool
  ) throws {
    var descriptor = FetchDescriptor<Artist>(
      predicate: #Predicate { $0.score >= least },
      sortBy: [
        SortDescriptor(\.score, order: descending ? .reverse : .forward),
        SortDescriptor(\.number),
      ]
    )
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    let found = try contexts[context].fetch(descriptor).map(\.number)
    let all = model.portraits(context).filter {
      $0.value.kind == .artist && $0.value.score >= least
    }
    let expected = all.sorted { one, two in
      if one.value.score == two.value.score { return one.key < two.key }
      return (one.value.score < two.value.score) != descending
    }.map(\.key).dropFirst(offset).prefix(limit)
    guard found == Array(expected) else {
      throw Difference(description: "fetched \(found), not \(Array(expected))")
    }
    descriptor.fetchLimit = nil
    descriptor.fetchOffset = nil
    let count = try contexts[context].fetchCount(descriptor)
    guard count == all.count else {
      throw Difference(description: "counted \(count), not \(all.count)")
    }
  }

  private func compareRelated(_ context: Int, _ least: Int) throws {
    let portraits = model.portraits(context)
    func check(_ what: String, _ found: [Int], _ kind: GalleryModel.Kind, _ test: (Int) -> Bool)
      throws
    {
      let expected = portraits.filter { $0.value.kind == kind && test($0.key) }.keys.sorted()
      guard found.sorted() == expected else {
        throw Difference(description: "\(what): fetched \(found.sorted()), not \(expected)")
      }
    }
    func relation(_ number: Int, _ position: Int) -> [Int] {
      portraits[number]?.relations[position] ?? []
    }
    func score(_ number: Int) -> Int { portraits[number]?.score ?? 0 }

    let byStudio = FetchDescriptor<Artist>(
      predicate: #Predicate { $0.studio.flatMap { $0.score >= least } == true }
    )
    try check("by studio", contexts[context].fetch(byStudio).map(\.number), .artist) {
      relation($0, 0).contains { score($0) >= least }
    }
    let withoutStudio = FetchDescriptor<Artist>(predicate: #Predicate { $0.studio == nil })
    try check("without studio", contexts[context].fetch(withoutStudio).map(\.number), .artist) {
      relation($0, 0).isEmpty
    }
    let byArtist = FetchDescriptor<Style>(
      predicate: #Predicate { $0.artists.contains { $0.score >= least } }
    )
    try check("by artist", contexts[context].fetch(byArtist).map(\.number), .style) {
      relation($0, 0).contains { score($0) >= least }
    }
    let withoutPrizes = FetchDescriptor<Studio>(predicate: #Predicate { $0.prizes.isEmpty })
    try check("without prizes", contexts[context].fetch(withoutPrizes).map(\.number), .studio) {
      relation($0, 1).isEmpty
    }
  }

  /// Compares everything that a context has, or a new context for nil.
  mutating func compareAll(_ context: Int?) throws {
    let expected = model.portraits(context)
    let place = context.map { contexts[$0] } ?? ModelContext(container)
    var seen = 0
    seen += try compare(Studio.self, place, context, expected) { studio in
      [studio.artists.map(\.number), studio.prizes.map(\.number)]
    }
    seen += try compare(Artist.self, place, context, expected) { artist in
      [
        artist.studio.map { [$0.number] } ?? [], artist.badge.map { [$0.number] } ?? [],
        artist.styles.map(\.number), artist.mentor.map { [$0.number] } ?? [],
        artist.pupils.map(\.number),
      ]
    }
    seen += try compare(Badge.self, place, context, expected) { badge in
      [badge.artist.map { [$0.number] } ?? []]
    }
    seen += try compare(Style.self, place, context, expected) { style in
      [style.artists.map(\.number), style.origin.map { [$0.number] } ?? []]
    }
    seen += try compare(Prize.self, place, context, expected) { prize in
      [prize.studio.map { [$0.number] } ?? []]
    }
    let name = context.map { "context \($0)" } ?? "a new context"
    guard seen == expected.count else {
      throw Difference(description: "\(name) has \(seen) objects, not \(expected.count)")
    }
  }

  private mutating func compare<T: Exhibit>(
    _ type: T.Type,
    _ place: ModelContext,
    _ context: Int?,
    _ expected: [Int: GalleryModel.Portrait],
    _ relations: (T) -> [[Int]]
  ) throws -> Int {
    let objects = try place.fetch(FetchDescriptor<T>())
    for object in objects {
      let number = object.number
      if holds, let context { held[context][number] = object }
      let name = context.map { "context \($0)" } ?? "a new context"
      guard let portrait = expected[number] else {
        throw Difference(description: "\(name) has \(type) \(number), which should not be there")
      }
      let found = GalleryModel.Portrait(
        kind: portrait.kind,
        name: Int(object.name.dropFirst()) ?? 0,
        score: object.score,
        relations: relations(object).map { $0.sorted() }
      )
      guard found == portrait else {
        throw Difference(
          description: """
            \(name), \(type) \(number): name \(found.name), score \(found.score), \
            \(found.relations), and should be name \(portrait.name), score \(portrait.score), \
            \(portrait.relations)
            """
        )
      }
    }
    return objects.count
  }

  /// The order of every collection, which the model does not know.
  private func orders(_ place: ModelContext) throws -> [Int: [[Int]]] {
    var orders: [Int: [[Int]]] = [:]
    for studio in try place.fetch(FetchDescriptor<Studio>()) {
      orders[studio.number] = [studio.artists.map(\.number), studio.prizes.map(\.number)]
    }
    for artist in try place.fetch(FetchDescriptor<Artist>()) {
      orders[artist.number] = [artist.styles.map(\.number), artist.pupils.map(\.number)]
    }
    for style in try place.fetch(FetchDescriptor<Style>()) {
      orders[style.number] = [style.artists.map(\.number)]
    }
    return orders
  }

  /// A context where nothing is pending has its collections in the order of the store.
  func compareOrders(_ context: Int) throws {
    let stored = try orders(ModelContext(container))
    for (number, order) in try orders(contexts[context]) where order != stored[number] {
      throw Difference(
        description: """
          the collections of \(number) have the order \(order) in context \(context), and \
          \(stored[number] ?? []) in a new one
          """
      )
    }
  }

  /// A glance that loads next to nothing, so that what is not loaded stays so.
  func glance(_ context: Int) throws {
    let living = model.living(context)
    let artists = living.filter { $0.value == .artist }
    let count = try contexts[context].fetchCount(FetchDescriptor<Artist>())
    guard count == artists.count else {
      throw Difference(description: "counted \(count) artists, not \(artists.count)")
    }
    let styles = living.filter { $0.value == .style }.count
    let others = try contexts[context].fetchIdentifiers(FetchDescriptor<Style>()).count
    guard others == styles else {
      throw Difference(description: "there are \(others) styles, not \(styles)")
    }
  }

  /// Checks that deleted objects keep their values, and have no context once their deletion is saved.
  func compareGone() throws {
    for context in held.indices {
      let living = model.living(context)
      for (number, object) in held[context] where living[number] == nil {
        let isPending = object.isDeleted
        guard object.number == number, isPending || object.modelContext == nil else {
          throw Difference(description: "\(number) was deleted and is still in context \(context)")
        }
      }
    }
  }
}
