import Foundation
import SwiftData

/// Reads and writes notes, one request at a time. Values leave the actor; objects stay inside.
@ModelActor
actor NoteArchive {
  /// Returns the newest notes, all or those that contain a text.
  func notes(containing text: String?, limit: Int) throws -> [NoteJSON] {
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.created, order: .reverse)])
    if let text { descriptor.predicate = #Predicate { $0.text.localizedStandardContains(text) } }
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).map { NoteJSON(id: $0.id, text: $0.text) }
  }

  func add(_ text: String) throws -> NoteJSON {
    let note = Note(text: text)
    modelContext.insert(note)
    try save()
    return NoteJSON(id: note.id, text: note.text)
  }

  /// Removes a note. Returns `false` if there is none.
  func remove(_ id: UUID) throws -> Bool {
    let matches = FetchDescriptor<Note>(predicate: #Predicate { $0.id == id })
    guard let note = try modelContext.fetch(matches).first else { return false }
    modelContext.delete(note)
    try save()
    return true
  }

  /// Saves the changes, or discards them: the next request must not save the changes of this one.
  private func save() throws {
    do { try modelContext.save() } catch {
      modelContext.rollback()
      throw error
    }
  }
}
