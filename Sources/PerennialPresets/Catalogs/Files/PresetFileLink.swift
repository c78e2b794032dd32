import Perennial
import PerennialJSON

/// A relationship of a preset in a file, before the IDs are resolved.
struct PresetFileLink {
  enum Target {
    case preset(String, TextPosition)
    /// The index of the part among all presets.
    case part(Int)
  }

  /// The number of the file.
  let file: Int
  let property: PropertyLayout
  var targets: [Target]
}
