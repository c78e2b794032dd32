public import Perennial

/// An enumeration whose cases are presets.
///
/// ```swift
/// enum TagPreset: String, PresetRepresentable {
///   case quick, vegan
///   func makeModel() -> Tag { Tag(presetID: rawValue, name: rawValue.capitalized) }
///   init?(model: Tag) { self.init(rawValue: model.presetID ?? "") }
/// }
/// ```
public protocol PresetRepresentable: RawRepresentable, CaseIterable, Sendable
where RawValue == String {
  /// The class of the presets.
  associatedtype Model: PersistentModel
  /// Creates a new object with the values of the preset.
  func makeModel() -> Model
  /// Creates the preset that an object stands for when another preset references it; nil if the object
  /// isn't a preset.
  init?(model: Model)
}

extension PresetRepresentable {
  /// Returns nil: no other preset references the presets of the enumeration.
  public init?(model: Model) { nil }
}
