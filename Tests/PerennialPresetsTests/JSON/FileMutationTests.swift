import Foundation
import PerennialPresets
import RandomTesting
import SwiftData
import Testing

@Suite("Damaged catalog files")
struct FileMutationTests {
  @Test("Whatever becomes of a file's bytes, it is applied or refused", arguments: 0..<6)
  func bytes(round: UInt64) throws {
    for seed in TestSeeds.some(50, of: round) {
      var generator = SeededGenerator(seed: seed)
      var bytes = Array(CatalogFileTests.kitchen.utf8)
      for _ in 0...generator.index(4) { Self.damage(&bytes, &generator) }
      _ = try apply(Data(bytes), seed)
    }
  }

  @Test(
    "Whatever is put in the place of a file's values, it is applied or refused", arguments: 0..<6)
  func values(round: UInt64) throws {
    var applied = 0
    for seed in TestSeeds.some(50, of: round) {
      var generator = SeededGenerator(seed: seed)
      var tokens = Self.tokens(CatalogFileTests.kitchen)
      for _ in 0...generator.index(2) {
        let place = generator.index(tokens.count)
        if tokens[place].first.map({ "{}[]:,".contains($0) }) != false { continue }
        tokens[place] =
          generator.happens(30)
          ? generator.element(of: tokens.filter { $0.hasPrefix("\"") }) ?? ""
          : generator.element(of: Self.others) ?? ""
      }
      if try apply(Data(tokens.joined().utf8), seed) { applied += 1 }
    }
    // Most of these are JSON, and some are sound.
    #expect(applied > 0)
  }

  private static let others = [
    "null", "true", "0", "-1", "1e400", "99999999999999999999", "0.5", "\"\"", "\"/\"", "[]", "{}",
    "[\"quick\"]", "[[[]]]", "{\"$id\": \"quick\"}", "{\"$id\": 1}", "\"$id\"", "\"\\u0000\"",
    "\"quick\"", "\"pasta/Salt\"", "\"version\"",
  ]

  /// - Returns: Whether it was applied.
  private func apply(_ data: Data, _ seed: UInt64) throws -> Bool {
    let container = try Kitchen.container(1)
    let before = try KitchenRounds.portrait(of: container)
    do {
      let catalog = try PresetCatalog(data, named: "kitchen.json", for: Schema(Kitchen.models))
      try container.usePresets([catalog])
      return true
    } catch let error as PresetError {
      #expect(!error.problems.isEmpty, "seed \(seed)")
      #expect(try KitchenRounds.portrait(of: container) == before, "seed \(seed)")
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
    return false
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    if bytes.isEmpty { return }
    let place = generator.index(bytes.count)
    switch generator.index(6) {
    case 0: bytes[place] = UInt8(generator.index(256))
    case 1: bytes.remove(at: place)
    case 2: bytes.removeLast(min(bytes.count, generator.index(200)))
    case 3:
      bytes.insert(
        contentsOf: Array("{[\",:]}-1e9n$ ".utf8).shuffled(using: &generator), at: place)
    case 4:
      let end = min(bytes.count, place + generator.index(60))
      bytes.insert(contentsOf: bytes[place..<end], at: generator.index(bytes.count))
    default: bytes.removeSubrange(place..<min(bytes.count, place + generator.index(40)))
    }
  }

  /// The marks, texts and literals of a file whose texts have no quotation marks in them.
  private static func tokens(_ json: String) -> [String] {
    var tokens: [String] = []
    var isText = false
    var token = ""
    for character in json {
      if isText {
        token.append(character)
        if character == "\"" { isText = false }
      } else if "{}[]:,\" \n".contains(character) {
        if !token.isEmpty { tokens.append(token) }
        token = String(character)
        isText = character == "\""
        if isText { continue }
        tokens.append(token)
        token = ""
        continue
      } else {
        token.append(character)
      }
      if !isText, token.hasPrefix("\"") {
        tokens.append(token)
        token = ""
      }
    }
    return tokens + (token.isEmpty ? [] : [token])
  }
}
