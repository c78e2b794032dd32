import Mustache
import PerennialInspection

/// The words that tell that an object is a preset, and whether it was edited.
struct PresetMark: Sendable {
  /// The word in a table.
  let word: String
  /// The class of the word in the style sheet: that of the preset's state.
  let markClass: String
  /// The catalog, and the edited fields.
  let facts: String

  init(_ preset: InspectedPreset) {
    let fields = preset.edits.map(\.field)
    markClass = "tag-\(preset.state.rawValue)"
    word = fields.isEmpty ? "preset" : "edited preset"
    let catalog = "Of the catalog “\(preset.catalog)”"
    facts =
      fields.isEmpty
      ? "\(catalog), unchanged."
      : "\(catalog). Edited: \(fields.joined(separator: ", "))."
  }
}

/// Templates find properties of rows without reflection, as those of ``CellView``.
extension PresetMark: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "word": word
    case "markClass": markClass
    case "facts": facts
    default: nil
    }
  }
}
