import PerennialRecords
import RandomTesting
import Testing

@testable import PerennialReplication

@Suite("The list of changes of a record")
struct LocalEditsTests {
  private let name = RecordName.object(key: 1)
  private let a = RecordName.object(key: 10)
  private let b = RecordName.object(key: 11)

  /// The list of changes at the milliseconds 1, 2, 3 and so on.
  private func edits(_ changes: LocalChange...) -> LocalEdits {
    var edits = LocalEdits()
    for (index, change) in changes.enumerated() { edits.add(change, at: .at(Int64(index + 1))) }
    return edits
  }

  private func link(_ stamp: Int64, _ isAdded: Bool) -> LocalEdits.LinkChange {
    .init(stamp: .at(stamp), isAdded: isAdded)
  }

  // MARK: Folding

  @Test("A list without changes is empty, one with any change is not")
  func emptiness() {
    #expect(LocalEdits().isEmpty)
    let changes: [LocalChange] = [
      .insertion(name), .update(name, fields: ["title"]), .deletion(name),
      .link(name, field: "tags", to: a), .unlink(name, field: "tags", from: a), .offer(name),
      .reset(name, field: nil), .reset(name, field: "title"), .resetAll(type: nil),
      .resetAll(type: "Tag"), .upsert(name),
    ]
    for change in changes { #expect(!edits(change).isEmpty, "\(change)") }
    #expect(edits(.update(name, fields: [])).isEmpty)
  }

  @Test("Of several changes of one field, the stamp of the last counts")
  func updates() {
    let edits = edits(
      .update(name, fields: ["title", "text"]), .update(name, fields: ["title"]))
    #expect(edits.fields == ["title": .at(2), "text": .at(1)])
    #expect(edits.insertion == nil && edits.deletion == nil)
  }

  @Test("An insertion takes the place of all earlier changes of the row")
  func insertion() {
    let edits = edits(
      .update(name, fields: ["title"]), .link(name, field: "tags", to: a), .deletion(name),
      .insertion(name))
    var expected = LocalEdits()
    expected.insertion = .at(4)
    expected.created = .at(4)
    #expect(edits == expected)
  }

  @Test("A deletion forgets the earlier changes of the row's content, but no removed link")
  func deletionForgets() {
    let edits = edits(
      .update(name, fields: ["title"]), .link(name, field: "tags", to: a),
      .order(name, field: "tags", to: a), .unlink(name, field: "tags", from: b), .deletion(name))
    #expect(edits == LocalEdits(deletion: .at(5), links: ["tags": [b: link(4, false)]]))
  }

  @Test("An object keeps the stamp of its creation if its deletion is undone")
  func creation() {
    var edits = edits(.insertion(name), .deletion(name), .insertion(name), .deletion(name))
    #expect(edits.created == .at(1))
    edits.remove(edits)
    #expect(edits.created == nil && edits.isEmpty)
  }

  @Test("An insertion leaves resets and offers: they are not in the row")
  func insertionOfPreset() {
    let edits = edits(
      .offer(name), .reset(name, field: nil), .reset(name, field: "title"), .insertion(name))
    #expect(edits.offer == .at(1))
    #expect(edits.reset == .at(2))
    #expect(edits.fieldResets == ["title": .at(3)])
    #expect(edits.insertion == .at(4))
  }

  @Test("A catalog's row after a deletion is an insertion: the user has restored the preset")
  func restorationOfPreset() {
    let edits = edits(.deletion(name), .offer(name))
    #expect(edits.deletion == nil)
    #expect(edits.insertion == .at(2) && edits.offer == .at(2))
  }

  @Test("An upsert is forgotten with the row, and stays beside other changes")
  func upsert() {
    #expect(edits(.upsert(name), .update(name, fields: ["title"])).upsert == .at(1))
    #expect(edits(.upsert(name), .upsert(name)).upsert == .at(2))
    #expect(edits(.upsert(name), .deletion(name)).upsert == nil)
    #expect(edits(.deletion(name), .insertion(name)).upsert == nil)
  }

  @Test("A deletion is noted beside the insertion, whose stamp it does not have")
  func deletion() {
    let edits = edits(.insertion(name), .update(name, fields: ["title"]), .deletion(name))
    #expect(edits.insertion == .at(1) && edits.deletion == .at(3))
  }

  @Test("Of several changes of one link, the last counts; other links are not affected")
  func links() {
    let edits = edits(
      .link(name, field: "tags", to: a), .unlink(name, field: "tags", from: a),
      .link(name, field: "tags", to: b), .unlink(name, field: "friends", from: a))
    #expect(
      edits.links == [
        "tags": [a: link(2, false), b: link(3, true)], "friends": [a: link(4, false)],
      ])
  }

  @Test("A reset of all presets, or of an entity, belongs to the record of the resets")
  func resets() {
    #expect(LocalChange.resetAll(type: nil).name == .manifest)
    #expect(LocalChange.resetAll(type: "Tag").name == .manifest)
    #expect(LocalChange.reset(name, field: "title").name == name)
    let edits = edits(.resetAll(type: "Tag"), .resetAll(type: nil), .resetAll(type: "Tag"))
    #expect(edits.reset == .at(2) && edits.fieldResets == ["Tag": .at(3)])
  }

  @Test("The list is the same after it was stored")
  func coding() throws {
    let edits = edits(
      .insertion(name), .update(name, fields: ["title", "é"]), .link(name, field: "tags", to: a),
      .unlink(name, field: "tags", from: b), .offer(name), .reset(name, field: nil),
      .reset(name, field: "title"), .deletion(name))
    #expect(try JSON.copy(of: edits) == edits)
    #expect(try JSON.copy(of: LocalEdits()).isEmpty)
  }

  // MARK: Acknowledgement

  @Test("An acknowledged list leaves nothing", arguments: TestSeeds.some(20))
  func acknowledgement(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var edits = LocalEdits()
      for time in 0..<generator.index(12) {
        edits.add(change(&generator), at: .at(Int64(time)))
      }
      let sent = edits
      edits.remove(sent)
      #expect(edits.isEmpty, "seed \(seed): \(sent)")
    }
  }

  @Test("What has changed since it was sent stays", arguments: TestSeeds.some(20))
  func changesSince(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var edits = LocalEdits()
      for time in 0..<generator.index(8) { edits.add(change(&generator), at: .at(Int64(time))) }
      let sent = edits
      var later = LocalEdits()
      for time in 100..<(100 + generator.index(6)) {
        let change = change(&generator)
        if case .offer = change, edits.deletion != nil {
          // The user has restored a preset whose deletion was sent.
          later.add(.insertion(name), at: .at(Int64(time)))
        }
        edits.add(change, at: .at(Int64(time)))
        later.add(change, at: .at(Int64(time)))
      }
      edits.remove(sent)
      if sent.created != nil { later.created = nil }
      #expect(edits == later, "seed \(seed): \(sent)")
    }
  }

  private func change(_ generator: inout SeededGenerator) -> LocalChange {
    let field = ["title", "text"][generator.index(2)]
    let target = [a, b][generator.index(2)]
    return switch generator.index(9) {
    case 8: .upsert(name)
    case 0: .insertion(name)
    case 1: .update(name, fields: [field])
    case 2: .deletion(name)
    case 3: .link(name, field: field, to: target)
    case 4: .unlink(name, field: field, from: target)
    case 5: .offer(name)
    case 6: .reset(name, field: nil)
    default: .reset(name, field: field)
    }
  }

  // MARK: Separation

  @Test("A held field and a held link are sent later, the others now")
  func separation() {
    let edits = edits(
      .update(name, fields: ["parent", "title"]), .link(name, field: "tags", to: a),
      .link(name, field: "tags", to: b))
    let (sent, all) = edits.separating(fields: ["parent"], links: [("tags", a)])
    #expect(sent.fields == ["title": .at(1)])
    #expect(sent.links == ["tags": [b: link(3, true)]])
    #expect(all == edits)
    var rest = all
    rest.remove(sent)
    #expect(rest.fields == ["parent": .at(1)])
    #expect(rest.links == ["tags": [a: link(2, true)]])
  }

  @Test("What an insertion implies is held by name, and outlives the insertion's acknowledgement")
  func separationOfInsertion() {
    let (sent, all) = edits(.insertion(name)).separating(
      fields: ["parent"], links: [("tags", a)])
    #expect(sent.insertion == .at(1))
    #expect(sent.fields.isEmpty)
    var rest = all
    rest.remove(sent)
    #expect(rest.insertion == nil)
    #expect(rest.fields == ["parent": .at(1)])
    #expect(rest.links == ["tags": [a: link(1, true)]])
  }

  @Test("A held change has its own stamp, also beside an insertion")
  func separationOfLaterChange() {
    let (_, all) = edits(
      .insertion(name), .update(name, fields: ["parent"]), .unlink(name, field: "tags", from: a)
    ).separating(fields: ["parent"], links: [("tags", a)])
    #expect(all.fields == ["parent": .at(2)])
    #expect(all.links == ["tags": [a: link(3, false)]])
  }

  @Test("Nothing is held of a list that does not have the change")
  func separationOfNothing() {
    let edits = edits(.update(name, fields: ["title"]))
    #expect(edits.separating(fields: [], links: []).all == edits)
    #expect(edits.separating(fields: ["parent"], links: []).all == edits)
    // A record that is offered contains links that are not changes. The list keeps an empty entry, with which
    // it is never empty.
    #expect(edits.separating(fields: [], links: [("tags", a)]).all == edits)
  }

  // MARK: New names

  @Test("The new name of an object takes over the changes of links to it")
  func rename() {
    var edits = edits(
      .link(name, field: "tags", to: a), .unlink(name, field: "friends", from: a),
      .link(name, field: "tags", to: b), .update(name, fields: ["title"]))
    let new = RecordName.object(key: 99)
    edits.rename(a, to: new)
    #expect(
      edits.links == [
        "tags": [new: link(1, true), b: link(3, true)], "friends": [new: link(2, false)],
      ])
    #expect(edits.fields == ["title": .at(4)])
    let renamed = edits
    edits.rename(a, to: .object(key: 100))
    #expect(edits == renamed)
  }
}
