#if !canImport(Darwin)
public import Foundation

/// In the notification that a group will close: whether it may be lost without asking, a `Bool`.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

extension Notification.Name {
  /// A manager opens or closes a group, undoes, redoes, or is asked about it: whoever records lazily
  /// registers now.
  public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpoint")
  public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
    "NSUndoManagerDidOpenUndoGroup")
  public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
    "NSUndoManagerWillCloseUndoGroup")
  public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
    "NSUndoManagerDidCloseUndoGroup")
  public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChange")
  public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChange")
  public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChange")
  public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChange")
}
#endif
