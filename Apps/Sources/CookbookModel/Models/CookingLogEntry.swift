public import Foundation
public import SwiftData

/// One evening at the stove: when a recipe was cooked and how it turned out.
@Model
public final class CookingLogEntry {
  #Unique<CookingLogEntry>([\.uid])
  #Index<CookingLogEntry>([\.date])

  public var uid: UUID
  /// The history names deleted entries by it.
  @Attribute(.preserveValueOnDeletion)
  public var date: Date
  public var note: String

  /// From 1, never again, to 5, again tomorrow.
  public var rating: Int

  public var recipe: Recipe?

  public init(uid: UUID = UUID(), date: Date = Date(), note: String = "", rating: Int) {
    self.uid = uid
    self.date = date
    self.note = note
    self.rating = rating
  }
}
