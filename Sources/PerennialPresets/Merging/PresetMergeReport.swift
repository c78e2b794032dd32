public import Perennial

/// What merging duplicates has done, or would do.
public struct PresetMergeReport: Sendable, Equatable {
  /// What several objects were: a preset, or something with a key of the app's.
  public struct Subject: Sendable, Hashable, CustomStringConvertible {
    public let entityName: String
    /// The ID of the preset, or the key.
    public let id: String
    /// Nil for an object of the user.
    public let preset: PresetReport.Preset?

    public var description: String { "\(entityName) “\(id)”" }
  }

  /// Objects that became one.
  public struct Merge: Sendable, Equatable {
    public let subject: Subject
    /// How many objects are gone.
    public let duplicates: Int
    /// Whether the preset had no row, and has one now.
    public let isNew: Bool
    /// Whether the user has deleted the preset; then none stays.
    public let isDeleted: Bool
    /// What the user has written in the duplicates: it is the preset's now, or gone with it if that is
    /// deleted.
    public let fields: [String]
  }

  /// A value that gave way to a later one.
  public struct Overridden: Sendable, Equatable {
    public let subject: Subject
    public let field: String
    public let value: String
  }

  /// Objects with one key that the app has not confirmed to be one. They stay as they are.
  public struct LookAlikes: Sendable, Equatable {
    public let subject: Subject
    public let objects: [PersistentIdentifier]
    /// The keys that the store has for the objects, in the same order.
    public let keys: [Int64]
  }

  public var merges: [Merge] = []
  public var overridden: [Overridden] = []
  public var lookAlikes: [LookAlikes] = []
  /// How many references of other objects lead elsewhere now, or nowhere.
  public var redirected = 0
  /// Presets that could not be merged, and why.
  public var obstacles: [PresetReport.Obstacle] = []
  /// What applying versions of the catalogs has done that were due.
  public var applied = PresetReport()
  /// The store as it was before; `ModelContainer.restore(from:)` puts it back.
  public var backup: Backup?

  public init() {}

  /// Whether nothing was merged.
  public var isEmpty: Bool { merges.isEmpty }
}

extension PresetMergeReport: CustomStringConvertible {
  public var description: String {
    if isEmpty, lookAlikes.isEmpty { return "nothing to merge" }
    let gone = merges.reduce(0) { $0 + $1.duplicates }
    var parts = ["\(gone) duplicates of \(merges.count) objects merged"]
    if redirected > 0 { parts.append("\(redirected) references led elsewhere") }
    if !overridden.isEmpty { parts.append("\(overridden.count) values gave way") }
    if !lookAlikes.isEmpty { parts.append("\(lookAlikes.count) to be confirmed") }
    return parts.joined(separator: ", ")
  }
}
