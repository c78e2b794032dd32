/// The names of the changes that can be undone and made again.
public struct EditSteps: Equatable, Sendable {
  /// The change that is undone next; nil if there is none.
  public var undo: String?
  /// The change that is made again next; nil if there is none.
  public var redo: String?

  /// Creates steps.
  public init(undo: String? = nil, redo: String? = nil) {
    self.undo = undo
    self.redo = redo
  }
}
