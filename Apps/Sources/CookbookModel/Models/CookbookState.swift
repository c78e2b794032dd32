public import Foundation
public import SwiftData

/// The record of books from before presets: one row that says which starter recipes they were given.
///
/// The store itself keeps that now. The row marks a book whose starter recipes are not presets yet.
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
