import Foundation
import SwiftData

@Model
final class Note {
  #Unique<Note>([\.id])

  var id = UUID()
  var text: String
  var created = Date.now

  init(text: String) { self.text = text }
}

/// A note as a value, which can leave the actor, and the service as JSON.
struct NoteJSON: Codable, Equatable {
  let id: UUID
  let text: String
}
