public import Foundation

/// A context, as the stores see it.
public struct EditingState: Identifiable, Sendable {
  public let id: UUID
  /// Who works in the context; see ``ModelContext/author``.
  public var author: String?

  init(author: String? = nil) {
    id = UUID()
    self.author = author
  }
}
