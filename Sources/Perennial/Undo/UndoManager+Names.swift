#if !canImport(Darwin)
import Foundation

extension UndoManager {
  // MARK: Names

  /// Names the group that is open, or else the last one. An empty name takes the name away.
  public func setActionName(_ actionName: String) {
    checkpoint()
    namedGroup?.name = actionName
  }

  /// The name of what ``undo()`` takes back; empty if it has none, or if there is nothing.
  public var undoActionName: String {
    checkpoint()
    return undoGroup?.name ?? ""
  }

  /// The name of what ``redo()`` does again; empty if it has none, or if there is nothing.
  public var redoActionName: String { redoGroup?.name ?? "" }

  /// The title of a menu item that undoes: “Undo Delete”.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu item that redoes: “Redo Delete”.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  // MARK: What else programs say of a group

  /// Says whether the group that is open, or else the last one, may be lost without asking.
  public func setActionIsDiscardable(_ discardable: Bool) {
    checkpoint()
    namedGroup?.isDiscardable = discardable
  }

  public var undoActionIsDiscardable: Bool { undoGroup?.isDiscardable ?? false }
  public var redoActionIsDiscardable: Bool { redoGroup?.isDiscardable ?? false }

  /// The name of something that a program attaches to a group.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Attaches something to the group that is open, or else to the last one; nil takes it away.
  public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    checkpoint()
    namedGroup?.userInfo[key] = info
  }

  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    undoGroup?.userInfo[key]
  }

  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoGroup?.userInfo[key]
  }
}
#endif
