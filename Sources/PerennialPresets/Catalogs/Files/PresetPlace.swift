import PerennialJSON

/// A position in one of the files of the catalogs.
struct PresetPlace {
  /// The number of the file.
  let file: Int
  let position: TextPosition
}
