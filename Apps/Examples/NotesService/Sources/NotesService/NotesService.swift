import Foundation
import Hummingbird
import SwiftData

@main
struct NotesService {
  static func main() async throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: "notes.store")))
    let application = Application(
      router: NotesAPI(archive: NoteArchive(modelContainer: container)).router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080)))
    try await application.runService()
  }
}
