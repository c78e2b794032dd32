#if !canImport(Darwin)
public import Foundation

/// In the notification that a group will close: a `Bool`, `true` if the group may be lost without
/// confirmation.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

extension Notification.Name {
  /// Posted when a manager opens or closes a group, undoes, redoes, or is asked about its steps. Observers
  /// that record lazily register their actions now.
  public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpoint")
  /// Posted after a manager opened a group.
  public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
    "NSUndoManagerDidOpenUndoGroup")
  /// Posted before a manager closes a group.
  public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
    "NSUndoManagerWillCloseUndoGroup")
  /// Posted after a manager closed a group.
  public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
    "NSUndoManagerDidCloseUndoGroup")
  /// Posted before a manager undoes a step.
  public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChange")
  /// Posted after a manager undid a step.
  public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChange")
  /// Posted before a manager redoes a step.
  public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChange")
  /// Posted after a manager redid a step.
  public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChange")
}
#endif
