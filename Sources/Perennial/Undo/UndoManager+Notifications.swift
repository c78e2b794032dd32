#if !canImport(Darwin)
public import Foundation

/// In the notification that a group will close: a `Bool`, `true` if the group may be lost without
/// confirmation.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

extension Notification.Name {
  /// Posted when a manager opens or closes a group, undoes, redoes, or is asked about its steps. Observers
  /// that record lazily register their actions now.
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
