import CookbookModel
import Foundation

/// The recipes that have a badge because of the sync.
struct SyncMarks: Equatable, Sendable {
  /// The recipes with changes that were not sent to the hub yet.
  var unsent: Set<UUID> = []
  /// The recipes with conflicts that are not decided.
  var inConflict: Set<UUID> = []
}

extension RecipeBook {
  /// The badges of recipes at this time.
  var syncMarks: SyncMarks {
    guard let status = sync?.status else { return SyncMarks() }
    return SyncMarks(unsent: status.unsent, inConflict: status.inConflict)
  }
}
