/// The links, presets and problems of the catalogs' files.
struct PresetFiles {
  /// The problems of each file.
  var problems: [PresetFileProblems] = []
  /// The relationships of presets, by the indices of their owners.
  var links: [Int: [PresetFileLink]] = [:]
  /// The presets with problems, which the contents lack, so that references to them are not reported.
  var declared: Set<PresetName> = []

  /// The errors of files that cannot be read or aren't JSON.
  var unreadable: [String] = []

  var lines: [String] { unreadable + problems.flatMap(\.lines) }

  mutating func add(_ source: SourcePosition, _ text: String) {
    problems[source.file].add(source.position, text)
  }

  func description(of source: SourcePosition) -> String {
    "\(problems[source.file].file):\(source.position)"
  }
}
