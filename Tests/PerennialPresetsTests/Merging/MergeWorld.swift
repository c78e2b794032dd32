import Perennial
@testable import PerennialPresets
import RandomTesting
import PerennialRecords

/// A store on which plans are carried out.
struct MergeWorld {
  var request: MergeRequest<Content>

  var plan: MergePlan<Content> { MergePlan(request) }

  func row(_ name: RecordName) -> MergeRow<Content>? {
    request.rows.first { $0.name == name }
  }

  /// Carries the plan out.
  mutating func apply(_ plan: MergePlan<Content>) {
    let winners = Set(plan.merges.map(\.winner))
    let gone = Set(plan.merges.filter(\.isDeleted).map(\.winner))
    for merge in plan.merges { apply(merge) }
    for index in request.rows.indices where !winners.contains(request.rows[index].name) {
      request.rows[index].follow(plan.redirects, without: gone)
    }
  }

  private mutating func apply(_ merge: MergePlan<Content>.Merge) {
    let own = row(merge.winner)
    let merged = request.rows.filter { $0.identity == merge.identity }
    request.rows.removeAll { $0.identity == merge.identity }
    if case .preset(let name) = merge.identity {
      var state = request.presets[name] ?? RecordState()
      for (field, cell) in merge.written { state.write(cell.value, to: field, at: cell.stamp) }
      request.presets[name] = state
    }
    guard !merge.isDeleted else { return }
    request.rows.append(
      MergeRow(
        name: merge.winner, key: own?.key ?? -1, identity: merge.identity,
        modified: merged.map(\.modified).max() ?? 0, values: merge.values,
        stamps: merge.written.mapValues(\.stamp), links: merge.links))
  }
}

extension MergeRow<Content> {
  /// Leads the references of a row that is none of those that were merged, as a store does.
  fileprivate mutating func follow(_ redirects: Redirects, without gone: Set<RecordName>) {
    values = values.mapValues { $0.following(redirects) }
      .filter { $0.value.target.map(gone.contains) != true }
    links = links.mapValues { targets in
      var passed = gone
      return targets.map { redirects.destination(of: $0) }.filter { passed.insert($0).inserted }
    }
  }
}

/// Writes random stores: three presets, and two things with keys of the app's, which refer to each other.
struct MergeAuthor {
  var generator: SeededGenerator

  static let presets = ["p.a", "p.b", "p.c"].map { RecordName($0) }
  private static let keys = ["one", "two"]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func world() -> MergeWorld {
    var world = MergeWorld(request: MergeRequest(rows: []))
    for name in Self.presets where generator.happens(90) {
      world.request.presets[name] = state(of: name)
    }
    let count = 2 + generator.index(9)
    let names = (0..<count).map { RecordName("Tag/\($0 + 1)") } + Self.presets
    for number in 0..<count {
      world.request.rows.append(row(number, among: names))
    }
    for (number, name) in Self.presets.enumerated() where generator.happens(40) {
      let state = world.request.presets[name] ?? RecordState()
      guard !RecordReading(state).isDeleted else { continue }
      var row = row(0, among: names)
      row = MergeRow(
        name: name, key: Int64(-10 - number), identity: .preset(name), modified: row.modified,
        values: row.values, stamps: [:], links: row.links)
      world.request.rows.append(row)
    }
    for key in Self.keys {
      let identity = MergeIdentity.key(entity: "Tag", key)
      if generator.happens(20) { world.request.confirmed.insert(identity) }
    }
    return world
  }

  private mutating func state(of name: RecordName) -> RecordState<Content> {
    var state = RecordState<Content>()
    state.offer(
      CatalogVersion(
        version: 2,
        values: ["title": .number(2), "tag": .reference(Self.presets[1])],
        links: ["tags": [Self.presets[2], Self.presets[0]]],
        formerValues: ["title": [.number(1)]]))
    if generator.happens(30) {
      state.write(.number(7), to: "title", at: moment(Int64(generator.index(9))))
    }
    if generator.happens(20) { state.reset(at: moment(Int64(generator.index(9)))) }
    if generator.happens(15) { state.delete(at: moment(Int64(generator.index(9)))) }
    return state
  }

  private mutating func row(_ number: Int, among names: [RecordName]) -> MergeRow<Content> {
    let identity: MergeIdentity =
      generator.happens(65)
      ? .preset(Self.presets[generator.index(3)])
      : .key(entity: "Tag", Self.keys[generator.index(2)])
    let isDefault = generator.happens(40)
    let links = (0..<generator.index(4)).map { _ in names[generator.index(names.count)] }
    var passed: Set<RecordName> = []
    var row = MergeRow<Content>(
      name: RecordName("Tag/\(number + 1)"), key: Int64(number + 1), identity: identity,
      modified: Int64(generator.index(9)),
      values: [
        "title": .number(isDefault ? 0 : generator.index(5)),
        "tag": .reference(isDefault ? Self.presets[0] : names[generator.index(names.count)]),
      ],
      links: ["tags": links.filter { passed.insert($0).inserted }])
    if generator.happens(15) { row.stamps["title"] = moment(Int64(generator.index(9)), on: 3) }
    return row
  }
}
