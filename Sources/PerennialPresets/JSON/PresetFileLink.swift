import Perennial
import PerennialJSON

/// A position in one of the files of the catalogs.
struct PresetPlace {
  /// The number of the file.
  let file: Int
  let position: TextPosition
}

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

/// The links, presets and problems of the catalogs' files.
struct PresetFiles {
  /// The problems of each file.
  var problems: [PresetFileProblems] = []
  /// The relationships of presets, by the indices of their owners.
  var links: [Int: [PresetFileLink]] = [:]
  /// All presets, including those with problems, so that references to them are not reported.
  var declared: Set<PresetName> = []

  /// The errors of files that cannot be read or aren't JSON.
  var unreadable: [String] = []

  var lines: [String] { unreadable + problems.flatMap(\.lines) }

  mutating func add(_ place: PresetPlace, _ text: String) {
    problems[place.file].add(place.position, text)
  }

  func description(of place: PresetPlace) -> String {
    "\(problems[place.file].file):\(place.position)"
  }
}
