public import Foundation

/// The identity of a context, in its requests to stores.
public struct EditingState: Identifiable, Sendable {
  /// The identity of the context. Each context has its own.
  public let id: UUID
  /// The author of the context's changes; see ``ModelContext/author``.
  public var author: String?

  init(author: String? = nil) {
    id = UUID()
    self.author = author
  }
}
