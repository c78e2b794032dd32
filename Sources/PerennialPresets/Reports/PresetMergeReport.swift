public import Perennial

/// The changes that merging duplicates has made, or would make.
///
/// ```swift
/// let report = try container.presets.mergeDuplicates([.ofPresets(\Tag.presetID)])
/// for change in report.overridden {
///   print("\(change.subject): \(change.field) was “\(change.value)”")
/// }
/// ```
public struct PresetMergeReport: Sendable, Equatable {
  /// The identity of merged objects: a preset, or a key of the app.
  public struct Subject: Sendable, Hashable, CustomStringConvertible {
    /// The name of the objects' entity.
    public let entityName: String
    /// The ID of the preset, or the key.
    public let id: String
    /// The preset; nil for a user object.
    public let preset: PresetIdentifier?

    /// The entity and the ID, such as `Tag “quick”`.
    public var description: String { "\(entityName) “\(id)”" }
  }

  /// A merge of objects into one.
  public struct Merge: Sendable, Equatable {
    /// The identity of the merged objects.
    public let subject: Subject
    /// The number of deleted objects.
    public let duplicates: Int
    /// `true` if the merge has inserted the preset's row.
    public let isNew: Bool
    /// `true` if the user has deleted the preset. Then no object stays.
    public let isDeleted: Bool
    /// The fields that the user has written in the duplicates. The preset has their values now, unless
    /// it is deleted.
    public let fields: [String]
  }

  /// A value that a later one has replaced.
  public struct Overridden: Sendable, Equatable {
    /// The identity of the merged objects.
    public let subject: Subject
    /// The name of the field.
    public let field: String
    /// The value that was replaced.
    public let value: String
  }

  /// Objects with one key that the app has not confirmed to be one object. They stay as they are.
  public struct PossibleDuplicates: Sendable, Equatable {
    /// The key, and the entity, that the objects have in common.
    public let subject: Subject
    /// The identifiers of the objects.
    public let objects: [PersistentIdentifier]
    /// The primary keys of the objects, in the same order.
    public let keys: [Int64]
  }

  /// The former name of ``PossibleDuplicates``.
  @available(*, deprecated, renamed: "PossibleDuplicates")
  public typealias LookAlikes = PossibleDuplicates

  /// The merges, one for each preset or key with duplicates.
  public var merges: [Merge] = []
  /// Values that later ones have replaced.
  public var overridden: [Overridden] = []
  /// Objects with a common key that the app has not confirmed.
  public var lookAlikes: [PossibleDuplicates] = []
  /// The number of references of other objects that were redirected or removed.
  public var redirected = 0
  /// Presets that could not be merged, and the reasons.
  public var issues: [PresetReport.Issue] = []
  /// The report of applying the catalogs that were due.
  public var applied = PresetReport()
  /// The store before the merge; `ModelContainer.restore(from:)` restores it.
  public var backup: Backup?

  /// Creates the report of a merge that changes nothing.
  public init() {}

  /// `true` if nothing was merged.
  public var isEmpty: Bool { merges.isEmpty }
}

extension PresetMergeReport: CustomStringConvertible {
  /// The numbers of merged objects, redirected references, overridden values and keys to confirm.
  public var description: String {
    if isEmpty, lookAlikes.isEmpty { return "nothing to merge" }
    let gone = merges.reduce(0) { $0 + $1.duplicates }
    var parts = ["\(gone) duplicates of \(merges.count) objects merged"]
    if redirected > 0 { parts.append("\(redirected) references redirected") }
    if !overridden.isEmpty { parts.append("\(overridden.count) values overridden") }
    if !lookAlikes.isEmpty { parts.append("\(lookAlikes.count) to confirm") }
    return parts.joined(separator: ", ")
  }
}
