package import Perennial

/// What is to be done so that each object has one row.
///
/// The plan depends on what the rows hold, and not on the order in which they were found. Once it is
/// carried out, the next plan is empty.
package struct MergePlan<Value: FieldValue>: Equatable, Sendable {
  /// Several rows, or one under a wrong name, become one.
  package struct Merge: Equatable, Sendable {
    package let identity: MergeIdentity
    /// The row that stays: the preset's own, or else the oldest.
    package let winner: RecordName
    /// Whether there is no such row yet.
    package let isNew: Bool
    /// Whether a person has deleted the preset. Then no row stays.
    package let isDeleted: Bool
    /// The rows that go, the oldest first.
    package let losers: [RecordName]
    /// What the row that stays holds.
    package let values: [String: Value]
    /// What of it people wrote, with the stamps that it gets. Nothing if it is no preset.
    package let written: [String: Cell<Value>]
    /// Its relationships to many, in their order.
    package let links: [String: [RecordName]]
    /// What people wrote in one of the rows and what gave way to something later, or to a reset.
    package let overridden: [Overridden]
  }

  /// A value that gave way.
  package struct Overridden: Hashable, Sendable {
    package let row: RecordName
    package let field: String
    package let value: Value
  }

  /// A reference to a row that goes, from a row that no merge writes.
  package struct Repointing: Hashable, Sendable {
    package let reference: MergeReference
    /// Where it leads from now on. Nil if it is to be removed: the object is deleted, or the
    /// relationship to many has it already.
    package let destination: RecordName?
  }

  /// Rows that look like one object and that people may have made on purpose. They stay as they are until
  /// the app confirms them.
  package struct LookAlikes: Equatable, Sendable {
    package let identity: MergeIdentity
    package let rows: [RecordName]
  }

  package let merges: [Merge]
  package let repointings: [Repointing]
  package let unconfirmed: [LookAlikes]

  /// Whether there is nothing to do, except perhaps to ask.
  package var isEmpty: Bool { merges.isEmpty }

  /// Where each row that goes leads.
  package var redirects: Redirects {
    var redirects = Redirects()
    for merge in merges {
      for loser in merge.losers { redirects.add(Redirect(target: merge.winner), for: loser) }
    }
    return redirects
  }
}
