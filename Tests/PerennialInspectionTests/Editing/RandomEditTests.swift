import Foundation
import PerennialInspection
import RandomTesting
import StoreTesting
import Testing

@testable import Fixtures

/// Random edits of random stores. After their reversal, and after its reversal, the file has the same values to the
/// last bit.
@Suite("Editing: random edits")
struct RandomEditTests {
  @Test("Reverted edits leave every value as it was", arguments: TestSeeds.some(4))
  func reverting(seed: UInt64) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("random.store")
    var store = RandomStore(seed: seed)
    try store.fill(url)
    var random = SeededGenerator(seed: seed)
    var contents = [try StoreContents.lines(url)]
    var steps: [EditStep] = []
    for _ in 0..<20 {
      guard let step = try edit(url, &random), !step.isEmpty else { continue }
      steps.append(step)
      contents.append(try StoreContents.lines(url))
    }
    #expect(!steps.isEmpty)
    let editor = try StoreEditor(InspectedStore(url))
    for _ in 0..<2 {
      for number in steps.indices.reversed() {
        steps[number] = try editor.revert(steps[number])
        #expect(try StoreContents.lines(url) == contents[number], "seed \(seed), undone \(number)")
      }
      for number in steps.indices {
        steps[number] = try editor.revert(steps[number])
        #expect(
          try StoreContents.lines(url) == contents[number + 1], "seed \(seed), redone \(number)")
      }
    }
    try RawDatabase(url).expectSoundness("seed \(seed)")
    #expect(try InspectedStore(url).verify().problems == [], "seed \(seed)")
  }

  /// Changes, copies or deletes a random object; nil if the edit is refused.
  private func edit(_ url: URL, _ random: inout SeededGenerator) throws -> EditStep? {
    let store = try InspectedStore(url)
    let editor = try StoreEditor(store)
    let entities = try store.entityNames.filter { try !store.rows(of: $0, limit: 1).isEmpty }
    guard let entity = entities.randomElement(using: &random) else { return nil }
    let keys = try store.rows(of: entity).map(\.key)
    guard let key = keys.randomElement(using: &random),
      let other = keys.randomElement(using: &random),
      let form = try store.form(of: entity, key: key),
      let source = try store.form(of: entity, key: other)
    else { return nil }
    func texts(_ form: EditForm) -> [String: String?] {
      Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, $0.text) })
    }
    let (present, texts) = (texts(form), texts(source))
    let editable = form.fields.filter { field in
      if case .unavailable = field.form { false } else { true }
    }
    do {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return try editor.delete(entity, key: key)
      case 1:
        return try editor.insert(
          entity, editable.map { FieldInput(name: $0.name, to: texts[$0.name] ?? nil) })
      default:
        return try editor.update(
          entity, key: key,
          editable.shuffled(using: &random).prefix(3).map {
            FieldInput(name: $0.name, from: present[$0.name] ?? nil, to: texts[$0.name] ?? nil)
          })
      }
    } catch is EditError {
      return nil
    }
  }
}
