import Foundation
import PerennialPresets
import RandomTesting
import StoreTesting
import SwiftData
import Testing

/// Random catalogs, and users that delete, edit and take unique values, over files.
@Suite("Whatever happens to presets, no reference leads nowhere")
struct SoundnessTests {
  private static let seeds = TestSeeds.some(TestAmount.presetHistories.count)

  @Test("After each step SQLite finds nothing wrong, and in the end everything can be as it was")
  func histories() throws {
    for seed in Self.seeds {
      try Kitchen.with(.file) { url in
        guard let url else { return }
        try history(seed, at: url)
      }
    }
  }

  private func history(_ seed: UInt64, at url: URL) throws {
    var author = MuseumAuthor(seed: seed)
    var version = 1
    let container = try Museum.container(at: url)
    var story: [String] = []
    func catalog() -> PresetCatalog { MuseumAuthor.catalog(version, seed: seed) }
    if author.generator.happens(30) { story.append(try author.act(in: container)) }
    try container.usePresets([catalog()])
    for _ in 0..<14 {
      switch author.generator.index(10) {
      case 0:
        version += 1
        let told = try container.previewPresets([catalog()])
        #expect(try container.usePresets([catalog()]) == told, "seed \(seed), \(story)")
        story.append("version \(version)")
      case 1:
        try container.presets.restore()
        story.append("restore")
        let again = try container.presets.restore()
        #expect(again.isEmpty, "seed \(seed), \(story), \(again)")
      case 2:
        try container.presets.reset(.presets, backup: .none)
        story.append("reset")
        let again = try container.presets.reset(.presets, backup: .none)
        #expect(again.isEmpty, "seed \(seed), \(story), \(again)")
      case 3:
        try container.presets.reset(.models([Exhibit.self]), backup: .none)
        story.append("reset exhibits")
      default: story.append(try author.act(in: container))
      }
      let dangling = try RawDatabase(url).danglingReferences
      #expect(dangling.isEmpty, "seed \(seed), \(story), \(dangling)")
      #expect(try container.presets.apply().isEmpty, "seed \(seed), \(story)")
    }
    try container.presets.reset(.everything, backup: .none)
    let portrait = try Museum.portrait(of: container)
    #expect(
      try portrait == Museum.portrait(of: Museum.container(catalog())), "seed \(seed), \(story)")
    #expect(try RawDatabase(url).danglingReferences.isEmpty, "seed \(seed), \(story)")
  }
}
