import PerennialInspection

/// The presets of a store for people: a line for each.
struct PresetText {
  let presets: [InspectedPreset]

  var lines: [String] {
    if presets.isEmpty { return ["No presets."] }
    var columns = Columns([.left, .left, .left, .left, .left])
    columns.add("Entity", "Preset", "Catalog", "State", "")
    for preset in presets {
      columns.add(
        preset.entity, preset.id, preset.catalog, preset.state.rawValue,
        preset.edits.map(\.field).joined(separator: ", "))
    }
    return columns.text
  }
}
