import PerennialJSON

/// A position in one of the files of the catalogs.
struct SourcePosition {
  /// The number of the file.
  let file: Int
  let position: TextPosition
}
