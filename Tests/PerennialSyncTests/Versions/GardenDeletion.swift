import Foundation
import SwiftData

/// The deletion of an object, which its user can undo later: it has a context of its own.
final class GardenDeletion {
  let key: Int64
  /// The times of writes that the hub had not acknowledged. They count at the time of the undo, which inserts the object
  /// with them.
  let unsent: [String: Int64]
  /// The fields and references of the object.
  let fields: Set<String>
  /// `true` if an edit of the object is one of all fields.
  let isMergedByRecord: Bool
  private let context: ModelContext

  /// Deletes an object, and saves.
  init<Object: GardenObject>(
    of object: Object, in container: ModelContainer, unsent: [String: Int64]
  ) throws {
    (key, self.unsent) = (object.key, unsent)
    (fields, isMergedByRecord) = (Garden.fieldNames(of: Object.self), Object.isMergedByRecord)
    context = ModelContext(container)
    context.undoManager = UndoManager()
    context.delete(context.model(for: object.persistentModelID))
    try context.save()
  }

  /// Undoes the deletion, and saves.
  func undo() throws {
    context.undoManager?.undo()
    try context.save()
  }
}
