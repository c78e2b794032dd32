import Foundation
import SwiftData

/// The deletion of an object, which its user can undo later: it has a context of its own.
final class GardenDeletion {
  let key: Int64
  private let context: ModelContext

  /// Deletes an object, and saves.
  init(of object: some GardenObject, in container: ModelContainer) throws {
    key = object.key
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
