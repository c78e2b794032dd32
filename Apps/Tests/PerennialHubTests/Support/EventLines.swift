import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives a stream of events, in pieces of any length.
private final class EventListener: NSObject, URLSessionDataDelegate {
  let pieces: AsyncStream<String>
  private let source: AsyncStream<String>.Continuation

  override init() {
    (pieces, source) = AsyncStream.makeStream(of: String.self)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    source.yield(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    source.finish()
  }
}

/// Listens while `body` runs; the stream has the lines that are not empty.
func withEventLines(
  of client: HubClient, _ path: String,
  _ body: (AsyncStream<String>) async throws -> Void
) async throws {
  guard let url = URL(string: "http://127.0.0.1:\(client.port)\(path)") else {
    throw URLError(.badURL)
  }
  var request = URLRequest(url: url, timeoutInterval: 30)
  request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
  request.setValue("Bearer \(client.token ?? "")", forHTTPHeaderField: "Authorization")
  let listener = EventListener()
  let session = URLSession(configuration: .ephemeral, delegate: listener, delegateQueue: nil)
  session.dataTask(with: request).resume()
  defer { session.invalidateAndCancel() }
  let (lines, line) = AsyncStream.makeStream(of: String.self)
  let reading = Task { [pieces = listener.pieces] in
    var text = ""
    for await piece in pieces {
      text += piece
      while let end = text.firstIndex(of: "\n") {
        if end > text.startIndex { line.yield(String(text[..<end])) }
        text.removeSubrange(...end)
      }
    }
    line.finish()
  }
  defer { reading.cancel() }
  try await body(lines)
}
