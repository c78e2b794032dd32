#if !canImport(Darwin)
import Foundation

extension UndoManager {
  // MARK: Names

  /// Names the outermost open group, or else the last one. An empty name removes the name.
  ///
  /// ```swift
  /// let manager = UndoManager()
  /// context.undoManager = manager
  /// recipe.title = "Minestrone"
  /// manager.setActionName("Rename")
  /// print(manager.undoMenuItemTitle)  // Undo Rename
  /// ```
  public func setActionName(_ actionName: String) {
    checkpoint()
    namedGroup?.name = actionName
  }

  /// The name of the step that ``undo()`` undoes; empty if the step has no name, or if there is nothing to
  /// undo.
  public var undoActionName: String {
    checkpoint()
    return undoGroup?.name ?? ""
  }

  /// The name of the step that ``redo()`` redoes; empty if the step has no name, or if there is nothing to
  /// redo.
  public var redoActionName: String { redoGroup?.name ?? "" }

  /// The title of a menu item that undoes: “Undo Delete”.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu item that redoes: “Redo Delete”.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Returns the title of a menu item that undoes a step with a name: “Undo”, and the name if it
  /// isn't empty.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns the title of a menu item that redoes a step with a name: “Redo”, and the name if it
  /// isn't empty.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  // MARK: Further properties of groups

  /// Sets a flag on the outermost open group, or else on the last one: `true` if it may be lost without
  /// confirmation.
  public func setActionIsDiscardable(_ discardable: Bool) {
    checkpoint()
    namedGroup?.isDiscardable = discardable
  }

  /// `true` if the step that ``undo()`` undoes may be lost without confirmation.
  public var undoActionIsDiscardable: Bool { undoGroup?.isDiscardable ?? false }
  /// `true` if the step that ``redo()`` redoes may be lost without confirmation.
  public var redoActionIsDiscardable: Bool { redoGroup?.isDiscardable ?? false }

  /// The key of a value that a program attaches to a group.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The text of the key.
    public let rawValue: String
    /// Creates a key from a text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Attaches a value to the outermost open group, or else to the last one; nil removes the value.
  public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    checkpoint()
    namedGroup?.userInfo[key] = info
  }

  /// Returns the value that is attached to the step that ``undo()`` undoes; nil if there is none.
  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    undoGroup?.userInfo[key]
  }

  /// Returns the value that is attached to the step that ``redo()`` redoes; nil if there is none.
  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoGroup?.userInfo[key]
  }
}
#endif
