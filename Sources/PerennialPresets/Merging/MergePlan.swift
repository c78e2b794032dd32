package import PerennialRecords

/// The changes after which each object has one row.
///
/// The plan depends on the content of the rows, and not on the order in which they were found. After
/// the plan has been executed, the next plan is empty.
package struct MergePlan<Value: FieldValue>: Equatable, Sendable {
  /// A merge of several rows, or the renaming of one row with a wrong name.
  package struct Merge: Equatable, Sendable {
    package let identity: MergeIdentity
    /// The row that stays: the preset's own, or else the oldest.
    package let winner: RecordName
    /// `true` if the row that stays does not exist yet.
    package let isNew: Bool
    /// `true` if the user has deleted the preset. Then no row stays.
    package let isDeleted: Bool
    /// The rows that are deleted, the oldest first.
    package let losers: [RecordName]
    /// The values of the row that stays.
    package let values: [String: Value]
    /// The user's edits among the values, with their new stamps. Empty if the row isn't a preset.
    package let written: [String: FieldEdit<Value>]
    /// The to-many relationships of the row that stays, in their order.
    package let links: [String: [RecordName]]
    /// The user's values in single rows that a later value or a reset has replaced.
    package let overridden: [Overridden]
  }

  /// A value that was replaced.
  package struct Overridden: Hashable, Sendable {
    package let row: RecordName
    package let field: String
    package let value: Value
  }

  /// A reference to a deleted row, from a row that no merge writes.
  package struct Repointing: Hashable, Sendable {
    package let reference: MergeReference
    /// The new target of the reference. Nil if the reference is removed: the object is deleted, or the
    /// to-many relationship contains it already.
    package let destination: RecordName?
  }

  /// Rows that look like one object and that the user may have created on purpose. They stay as they
  /// are until the app confirms them.
  package struct LookAlikes: Equatable, Sendable {
    package let identity: MergeIdentity
    package let rows: [RecordName]
  }

  package let merges: [Merge]
  package let repointings: [Repointing]
  package let unconfirmed: [LookAlikes]

  /// `true` if there is nothing to merge. There may be rows to be confirmed.
  package var isEmpty: Bool { merges.isEmpty }

  /// The row that stays, for each deleted row.
  package var redirects: Redirects {
    var redirects = Redirects()
    for merge in merges {
      for loser in merge.losers { redirects.add(Redirect(target: merge.winner), for: loser) }
    }
    return redirects
  }
}
