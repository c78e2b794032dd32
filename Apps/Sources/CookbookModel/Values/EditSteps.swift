/// The changes that can be undone and made again.
public struct EditSteps: Equatable, Sendable {
  /// The change that is undone next; nil if there is none.
  public var undo: EditStep?
  /// The change that is made again next; nil if there is none.
  public var redo: EditStep?

  /// Creates steps.
  public init(undo: EditStep? = nil, redo: EditStep? = nil) {
    self.undo = undo
    self.redo = redo
  }
}

/// A change to a recipe that can be undone.
public struct EditStep: Equatable, Sendable {
  /// The kind of the change, such as `Delete`.
  public var action: String
  /// The title of the recipe.
  public var title: String

  /// Creates a step.
  public init(_ action: String, _ title: String) {
    self.action = action
    self.title = title
  }
}
