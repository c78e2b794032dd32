import Foundation
import PerennialRecords
import Testing

@testable import PerennialReplication

@Suite("Conflicts in their stored form")
struct StoredConflictTests {
  static let kinds: [RecordConflict.Kind] = {
    let write = RecordConflict.Write(value: .text("a"), stamp: .at(1))
    return [
      .field("title", base: nil, mine: write, theirs: write),
      .deletedByOther(mine: ["title": .text("a")], theirs: .at(2)),
      .deletedHere(mine: .at(2), theirs: ["title": .text("a")]),
      .uniqueValue("title", written: .text("a"), shown: nil, owner: .object(key: 2)),
      .missingReference("owner", target: .object(key: 2)),
    ]
  }()

  private func read(_ text: String) throws -> RecordConflict? {
    try JSONDecoder().decode(StoredConflict.self, from: Data(text.utf8)).conflict
  }

  @Test("Each kind is read", arguments: kinds)
  func known(kind: RecordConflict.Kind) throws {
    let conflict = RecordConflict(name: .object(key: 1), type: "Note", kind: kind)
    let text = String(decoding: try JSONEncoder().encode(conflict), as: UTF8.self)
    #expect(try read(text) == conflict)
  }

  @Test("A kind of a later version is none, and a damaged one is an error")
  func unknown() throws {
    #expect(
      try read(#"{"name": "o.1", "type": "Note", "kind": {"moved": {"_0": "title"}}}"#) == nil)
    #expect(throws: DecodingError.self) {
      try read(#"{"name": "o.1", "type": "Note", "kind": {"field": {"_0": "title"}}}"#)
    }
    #expect(throws: DecodingError.self) { try read(#"{"name": "o.1", "type": "Note"}"#) }
  }
}
