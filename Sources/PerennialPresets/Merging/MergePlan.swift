import PerennialRecords

/// The decision which rows become one, and which values that row has.
///
/// The plan depends on the content of the rows, and not on the order in which they were found. After
/// the plan has been executed, the next plan is empty.
struct MergePlan<Value: FieldValue>: Equatable, Sendable {
  /// A merge of several rows, or the renaming of one row with a wrong name.
  struct Merge: Equatable, Sendable {
    let identity: MergeIdentity
    /// The row that stays: the preset's own, or else the oldest.
    let winner: RecordName
    /// `true` if the row that stays does not exist yet.
    let isNew: Bool
    /// `true` if the user has deleted the preset. Then no row stays.
    let isDeleted: Bool
    /// The rows that are deleted, the oldest first.
    let losers: [RecordName]
    /// The values of the row that stays.
    let values: [String: Value]
    /// The user's edits among the values, with their new stamps. Empty if the row isn't a preset.
    let written: [String: FieldEdit<Value>]
    /// The to-many relationships of the row that stays, in their order.
    let links: [String: [RecordName]]
    /// The user's values in single rows that a later value or a reset has replaced.
    let overridden: [Overridden]
  }

  /// A value that was replaced.
  struct Overridden: Hashable, Sendable {
    let row: RecordName
    let field: String
    let value: Value
  }

  /// Rows that look like one object and that the user may have created on purpose. They stay as they
  /// are until the app confirms them.
  struct PossibleDuplicates: Equatable, Sendable {
    let identity: MergeIdentity
    let rows: [RecordName]
  }

  let merges: [Merge]
  let unconfirmed: [PossibleDuplicates]
  let refusals: [MergeRefusal]
  /// The row that stays, for each row that is deleted.
  let redirects: Redirects

  /// `true` if there is nothing to merge. There may be rows to be confirmed.
  var isEmpty: Bool { merges.isEmpty }
}
