import Foundation
import Hummingbird
import NIOCore
import SwiftData
import Testing

@testable import NotesService

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The notes service", .timeLimit(.minutes(1)))
struct NotesServiceTests {
  @Test("A note is added, found and removed, over HTTP")
  func notes() async throws {
    try await withService { service in
      let (created, data) = try await service.send("POST", "notes", #"{"text": "Buy flour"}"#)
      let note = try JSONDecoder().decode(NoteJSON.self, from: data)
      #expect(created == 201 && note.text == "Buy flour")
      let (_, found) = try await service.send("GET", "notes?contains=FLOUR")
      #expect(try JSONDecoder().decode([NoteJSON].self, from: found) == [note])
      let (removed, _) = try await service.send("DELETE", "notes/\(note.id)")
      let (missing, _) = try await service.send("DELETE", "notes/\(note.id)")
      #expect(removed == 204 && missing == 404)
    }
  }

  @Test("A wrong request is refused", arguments: [#"{"text": ""}"#, #"{"txt": 1}"#, "[", ""])
  func refused(_ body: String) async throws {
    try await withService { service in
      let (status, _) = try await service.send("POST", "notes", body)
      #expect(status == 400)
    }
  }
}

/// Serves an empty store in memory, on a free port of the loopback interface, while a block runs.
func withService(_ body: (Service) async throws -> Void) async throws {
  let container = try ModelContainer(
    for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  let (ports, started) = AsyncStream.makeStream(of: Int.self)
  let application = Application(
    router: NotesAPI(archive: NoteArchive(modelContainer: container)).router(),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { started.yield($0.localAddress?.port ?? 0) })
  let serving = Task {
    defer { started.finish() }
    try await application.run()
  }
  defer { serving.cancel() }
  try await body(Service(port: try #require(await ports.first { _ in true })))
}

struct Service {
  let port: Int

  func send(
    _ method: String, _ path: String, _ body: String? = nil
  ) async throws -> (status: Int, data: Data) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await URLSession.shared.data(for: request)
    return (try #require(response as? HTTPURLResponse).statusCode, data)
  }
}
