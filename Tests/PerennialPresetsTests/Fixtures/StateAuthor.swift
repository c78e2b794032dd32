import Perennial
import PerennialPresets
import RandomTesting
import PerennialRecords

/// Writes random states, from so few stamps, names and values that they often meet.
struct StateAuthor {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let names = ["a", "b", "c", "d"].map { RecordName($0) }
  private static let devices = (1...3).compactMap { DeviceIdentifier(rawValue: $0) }

  mutating func stamp() -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: Int64(1 + generator.index(9))),
      device: generator.element(of: Self.devices) ?? .random())
  }

  mutating func name() -> RecordName { generator.element(of: Self.names) ?? .manifest }

  mutating func content() -> Content {
    generator.happens(70) ? .number(generator.index(3)) : .reference(name())
  }

  mutating func state() -> RecordState<Content> {
    var state = RecordState<Content>()
    for _ in 0..<generator.index(12) { _ = change(&state) }
    return state
  }

  mutating func resets() -> Resets {
    var resets = Resets()
    for _ in 0..<generator.index(4) {
      if generator.happens(40) {
        resets.reset(at: stamp())
      } else {
        resets.reset(entity: generator.happens(50) ? "Tag" : "Recipe", at: stamp())
      }
    }
    return resets
  }

  mutating func redirects() -> Redirects {
    var redirects = Redirects()
    for _ in 0..<generator.index(5) {
      redirects.add(Redirect(version: generator.index(4), target: name()), for: name())
    }
    return redirects
  }

  /// Lets something happen to a state, and says what.
  mutating func change(_ state: inout RecordState<Content>) -> String {
    let field = generator.happens(50) ? "title" : "tag"
    let kind = generator.index(11)
    switch kind {
    case 0, 1: state.write(content(), to: field, at: stamp())
    case 2: state.link("tags", to: name(), at: stamp())
    case 3: state.unlink("tags", from: name(), at: stamp())
    case 4: state.delete(at: stamp())
    case 5: state.restore(at: stamp())
    case 6: state.reset(at: stamp())
    case 7: state.reset(field, at: stamp())
    case 8: state.offer(edition())
    case 9: state.redirect(to: Redirect(version: generator.index(3), target: name()))
    default:
      let name = name()
      let version = UnstampedDuplicate<Content>.Version(
        values: ["title": content(), "tag": content()],
        links: generator.happens(50) ? ["tags": [self.name()]] : [:])
      let copy = UnstampedDuplicate(
        name: name, modified: Int64(generator.index(6)), version: version)
      state.fold(copy, named: name)
    }
    return "event \(kind)"
  }

  private mutating func edition() -> CatalogVersion<Content> {
    CatalogVersion(
      version: 1 + generator.index(3),
      values: ["title": content(), "tag": content()],
      links: generator.happens(50) ? ["tags": [name(), name()]] : [:],
      formerValues: generator.happens(50) ? ["title": [content(), content()]] : [:],
      formerLinks: generator.happens(50) ? ["tags": [name()]] : [:],
      isRetired: generator.happens(30))
  }
}
