public import Foundation
public import SwiftData

/// The book's memory of itself: one row that says which starter recipes it was given.
///
/// Without it, an empty book could not tell "new" from "emptied on purpose", and would bring back
/// recipes that the cook threw away.
@Model
public final class CookbookState {
  /// There is one state; its key is always ``onlyKey``.
  @Attribute(.unique)
  public var key: String

  /// The version of the starter recipes that were put in.
  public var seededVersion: Int
  public var seededAt: Date

  public init(seededVersion: Int, seededAt: Date = Date()) {
    self.key = Self.onlyKey
    self.seededVersion = seededVersion
    self.seededAt = seededAt
  }

  static let onlyKey = "cookbook"
}
