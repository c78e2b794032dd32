import Foundation
import Perennial
@testable import PerennialPresets
import RandomTesting
import StoreTesting
import SwiftData
import Testing
import PerennialRecords

/// Random stores of an app without presets, merged, against what the pure plan says of the same rows.
@Suite("Merging in a store does what the plan says")
struct MergeDifferenceTests {
  private static let seeds = TestSeeds.some(25)
  private static let ids = ["a", "b", "c"]

  private static func catalog(_ version: Int) -> PresetCatalog {
    PresetCatalog("museum", version: version) {
      Presets(id: \.code) { ids.map { Topic($0, "Topic \(version)") } }
    }
  }

  private struct Copy {
    let id: String
    var name: String
    var modified: Int64
  }

  @Test("Names, and links from objects of the user")
  func differences() throws {
    for seed in Self.seeds {
      try Kitchen.with(.file) { url in try difference(seed, try #require(url)) }
    }
  }

  private func difference(_ seed: UInt64, _ url: URL) throws {
    var random = SeededGenerator(seed: seed)
    let container = try Museum.container(at: url)
    if random.happens(50) { try container.usePresets([Self.catalog(1)]) }
    let context = ModelContext(container)
    let keeper = Keeper("Ada")
    context.insert(keeper)
    var copies: [Copy] = []
    var topics: [Topic] = []
    let exhibits = (0..<2).map { Exhibit("own \($0)", "Own", keeper: keeper) }
    for exhibit in exhibits { context.insert(exhibit) }
    for number in 0..<(1 + random.index(7)) {
      let id = Self.ids[random.index(3)]
      let name = random.happens(50) ? "Topic \(1 + random.index(2))" : "Mine \(number)"
      let topic = Topic(id, name)
      context.insert(topic)
      topics.append(topic)
      // Modified one after the other, each in a millisecond of its own.
      usleep(2000)
      try context.save()
      copies.append(Copy(id: id, name: name, modified: Int64(number + 1)))
    }
    // A new reference from an object of the user to a copy does not make the copy any newer.
    for topic in topics.shuffled(using: &random) {
      for exhibit in exhibits where random.happens(50) { exhibit.topics.append(topic) }
      try context.save()
    }
    let linked = exhibits.map { Set($0.topics.compactMap(\.code)) }
    try context.save()
    try container.usePresets([Self.catalog(2)])

    let plan = MergePlan(request(copies, formerly: "Topic 1"))
    try container.presets.mergeDuplicates(
      [.ofPresets { (topic: Topic) in topic.code }], formerly: [Self.catalog(1)], backup: .none)
    let reader = ModelContext(container)
    let after = try reader.fetch(FetchDescriptor<Topic>())
    #expect(after.count == 3, "seed \(seed)")
    for topic in after {
      let id = try #require(topic.code)
      let merge = plan.merges.first { $0.winner == RecordName("p.\(id)") }
      let expected = merge?.values["name"] ?? .reference(RecordName("Topic 2"))
      #expect(expected == .reference(RecordName(topic.name)), "seed \(seed), \(id)")
      let isEdited = try topic.presetState().editedFields.contains("name")
      #expect(isEdited == (merge?.written["name"] != nil), "seed \(seed), \(id)")
    }
    // An exhibit that linked a copy links the preset, once.
    for (exhibit, codes) in zip(exhibits, linked) {
      #expect(exhibit.topics.compactMap(\.code).sorted() == codes.sorted(), "seed \(seed)")
      #expect(exhibit.topics.allSatisfy { $0.isPreset }, "seed \(seed)")
    }
    #expect(try RawDatabase(url).danglingReferences.isEmpty, "seed \(seed)")
  }

  /// The same rows for the plan. Texts are names of records, which stand for themselves.
  private func request(_ copies: [Copy], formerly former: String) -> MergeRequest<Content> {
    func text(_ text: String) -> Content { .reference(RecordName(text)) }
    var request = MergeRequest<Content>(rows: [])
    for id in Self.ids {
      let name = RecordName("p.\(id)")
      var state = RecordState<Content>()
      state.offer(
        CatalogVersion(
          version: 2, values: ["name": text("Topic 2")], formerValues: ["name": [text(former)]]))
      request.presets[name] = state
      request.rows.append(
        MergeRow(
          name: name, key: -1, identity: .preset(name), modified: 0,
          values: ["name": text("Topic 2")]))
    }
    for (number, copy) in copies.enumerated() {
      request.rows.append(
        MergeRow(
          name: RecordName("copy \(number)"), key: Int64(number + 1),
          identity: .preset(RecordName("p.\(copy.id)")), modified: copy.modified,
          values: ["name": text(copy.name)]))
    }
    return request
  }
}
