import CookbookModel
import Foundation

/// The page with the changes that two devices have made at the same time.
struct ConflictsPage: Page {
  static let template = "conflicts"

  var frame: PageFrame
  var conflicts: [SyncConflictRow]
  var hasConflicts: Bool

  init(_ conflicts: [BookConflict], notice: Notice? = nil) {
    frame = PageFrame(title: "Conflicts", notice: notice)
    self.conflicts = conflicts.map(SyncConflictRow.init)
    hasConflicts = !conflicts.isEmpty
  }
}

/// A conflict as the template shows it.
struct SyncConflictRow {
  var id: Int64
  var title: UserText
  /// The address of the recipe; nil if the book does not have it.
  var address: String?
  var part: UserText
  var mine: UserText
  var theirs: UserText
  var base: UserText?
  /// Words about the side that the book shows now.
  var mineHint: String
  var theirsHint: String
  /// A warning about the choice that undoes a deletion; nil if neither does.
  var loss: String?
  /// `false` if another thing has the name that this device has given.
  var canKeepMine: Bool

  init(_ conflict: BookConflict) {
    id = conflict.id
    title = UserText(conflict.title)
    address = conflict.recipe.map { "/recipes/\($0.uuidString)" }
    part = UserText(conflict.part)
    mine = UserText(conflict.mine)
    theirs = UserText(conflict.theirs)
    base = conflict.base.map(UserText.init)
    mineHint = conflict.shown == .mine ? " (shown now)" : ""
    theirsHint = conflict.shown == .theirs ? " (shown now)" : ""
    let isDeletion = conflict.kind == .deletedByOther || conflict.kind == .deletedHere
    loss =
      isDeletion && conflict.isAboutRecipe
      ? "A deleted recipe returns without its ingredients and its log." : nil
    canKeepMine = conflict.kind != .uniqueValue
  }
}
