/// The reason why a catalog could not be applied, or presets could not be reset. Nothing was changed.
///
/// ```swift
/// do {
///   try container.presets.reset(.presets)
/// } catch PresetError.Code.newerInStore {
///   print("Update the app.")
/// } catch let error as PresetError {
///   for problem in error.problems { print(problem) }
/// }
/// ```
public struct PresetError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Sendable, Hashable {
    let name: String
    /// The code of the `NSError`. A number is never reused for another code.
    let number: Int

    /// The catalog contradicts itself or the schema. ``PresetError/problems`` lists all contradictions.
    public static let invalidCatalog = Code(name: "invalidCatalog", number: 1)
    /// A catalog file cannot be read.
    public static let invalidFile = Code(name: "invalidFile", number: 2)
    /// The catalogs of the container do not contain the preset.
    public static let unknownPreset = Code(name: "unknownPreset", number: 3)
    /// The store has a greater version of a catalog than the program. Resets throw it. An opening leaves such a catalog
    /// alone, and ``PresetReport/newerInStore`` has it.
    public static let newerInStore = Code(name: "newerInStore", number: 4)
    /// The scope of a reset does not have the requested content: a field that does not exist, or user
    /// objects in the scope of a single preset.
    public static let invalidScope = Code(name: "invalidScope", number: 5)
    /// The reset to be undone has no backup.
    public static let noBackup = Code(name: "noBackup", number: 6)
    /// A duplicate rule names an entity that does not exist.
    public static let unknownEntity = Code(name: "unknownEntity", number: 7)
    /// A duplicate rule has a path without an identifying value, or asks for presets of an entity that
    /// has none.
    public static let invalidRule = Code(name: "invalidRule", number: 8)
    /// The container has no catalogs.
    public static let noCatalog = Code(name: "noCatalog", number: 9)
    /// The hub of a synced store has the reset to be undone.
    public static let sentReset = Code(name: "sentReset", number: 10)
  }

  /// The kind of problem.
  public let code: Code
  /// The problems, one line each: the preset, the property, the value, and the remedy.
  public let problems: [String]

  init(_ code: Code, _ problems: [String]) {
    self.code = code
    self.problems = problems
  }

  /// The kind of error and its problem. Several problems follow the kind on a line each.
  public var description: String {
    problems.count == 1
      ? "\(code.name): \(problems[0])"
      : (["\(code.name): \(problems.count) problems"] + problems).joined(separator: "\n")
  }
}

/// Returns `true` if an error has a code. Used by `catch` and `case` patterns.
public func ~= (code: PresetError.Code, error: any Error) -> Bool {
  (error as? PresetError)?.code == code
}
