/// Why a catalog could not be applied, or presets not be reset. Nothing was changed.
public struct PresetError: Error, Sendable, CustomStringConvertible {
  /// What kind of error it is.
  public struct Code: Sendable, Hashable {
    let name: String
    /// The code of the `NSError`. A number is never given to another code.
    let number: Int

    /// The catalog contradicts itself, or the schema; ``PresetError/problems`` lists everything.
    public static let invalidCatalog = Code(name: "invalidCatalog", number: 1)
    /// A catalog file cannot be read.
    public static let invalidFile = Code(name: "invalidFile", number: 2)
    /// There is no such preset in the catalogs of the container.
    public static let unknownPreset = Code(name: "unknownPreset", number: 3)
    /// The store has a greater version of a catalog than the program.
    public static let newerInStore = Code(name: "newerInStore", number: 4)
    /// A reset was asked for what its scope does not have: a field that is none, the user's objects of
    /// a single preset.
    public static let invalidScope = Code(name: "invalidScope", number: 5)
    /// A reset that is to be undone has kept no backup.
    public static let noBackup = Code(name: "noBackup", number: 6)
    /// A rule by which duplicates are told is about an entity that is not there.
    public static let unknownEntity = Code(name: "unknownEntity", number: 7)
    /// A rule by which duplicates are told leads to no value that could tell an object, or is about presets
    /// of an entity that has none.
    public static let invalidRule = Code(name: "invalidRule", number: 8)
    /// The container has no catalogs.
    public static let noCatalog = Code(name: "noCatalog", number: 9)
  }

  public let code: Code
  /// What is wrong, one line each: the preset, the property, the value, and the way out.
  public let problems: [String]

  init(_ code: Code, _ problems: [String]) {
    self.code = code
    self.problems = problems
  }

  /// The kind of error and its problem; or, behind the kind, a line for each of several problems.
  public var description: String {
    problems.count == 1
      ? "\(code.name): \(problems[0])"
      : (["\(code.name): \(problems.count) problems"] + problems).joined(separator: "\n")
  }
}

/// Whether an error is of a kind, in a `catch` or a `case`.
public func ~= (code: PresetError.Code, error: any Error) -> Bool {
  (error as? PresetError)?.code == code
}
