public import Perennial

/// What a reset, or a restoration, is about.
public enum PresetScope: Sendable {
  /// One preset, and its parts: what it owns by a relationship with the delete rule cascade.
  case preset(PresetReport.Preset)
  /// Some fields of a preset.
  case fields([String], of: PresetReport.Preset)
  /// The presets of some models.
  case models([any PersistentModel.Type])
  /// The presets of all catalogs.
  case presets
  /// All presets, and all objects of the container: those of the user go. Then presets are as new,
  /// properties that were left to the user among them.
  case everything
}

extension PresetScope {
  /// Whether a preset is meant.
  func contains(_ draft: PresetDraft) -> Bool {
    switch self {
    case .preset(let preset): draft.reported == preset || draft.isPart(of: preset)
    case .fields(_, let preset): draft.reported == preset
    case .models(let types): types.contains { type(of: draft.model) == $0 }
    case .presets, .everything: true
    }
  }

  /// Whether all presets of a model are meant.
  func contains(_ type: any PersistentModel.Type) -> Bool {
    switch self {
    case .preset, .fields: false
    case .models(let types): types.contains { $0 == type }
    case .presets, .everything: true
    }
  }

  /// The fields that are meant; nil for all.
  var fields: Set<String>? {
    if case .fields(let names, _) = self { Set(names) } else { nil }
  }

  /// The preset that has to be there.
  var preset: PresetReport.Preset? {
    switch self {
    case .preset(let preset), .fields(_, let preset): preset
    default: nil
    }
  }
}

extension PresetDraft {
  /// Parts bear the IDs of their owners before their own; see ``PresetParts``.
  fileprivate func isPart(of preset: PresetReport.Preset) -> Bool {
    catalog == preset.catalog && id.hasPrefix(preset.id + "/")
  }
}
