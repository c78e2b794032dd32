import Foundation
package import FoundationNetworking

/// A client that listens to an event stream.
private final class EventListener: NSObject, URLSessionDataDelegate {
  /// The text that arrives, in pieces of any length.
  let pieces: AsyncStream<String>
  private let source: AsyncStream<String>.Continuation

  override init() {
    (pieces, source) = AsyncStream.makeStream(
      of: String.self,
      bufferingPolicy: .bufferingNewest(256)
    )
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    source.yield(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    source.finish()
  }
}

/// An event as it came over the wire.
package struct ReceivedEvent: Sendable {
  package var name: String
  package var data: String
}

/// Listens while `body` runs; the stream gives one event after the other.
package func withEvents(
  of request: URLRequest,
  _ body: @Sendable (AsyncStream<ReceivedEvent>) async throws -> Void
) async throws {
  let listener = EventListener()
  let session = URLSession(configuration: .ephemeral, delegate: listener, delegateQueue: nil)
  let task = session.dataTask(with: request)
  task.resume()
  defer {
    task.cancel()
    session.invalidateAndCancel()
  }
  let (events, source) = AsyncStream.makeStream(of: ReceivedEvent.self)
  let pieces = listener.pieces
  try await withThrowingTaskGroup(of: Void.self) { group in
    defer { group.cancelAll() }
    group.addTask {
      var text = ""
      for await piece in pieces {
        text += piece
        while let end = text.range(of: "\n\n") {
          let lines = text[..<end.lowerBound].split(separator: "\n")
          text.removeSubrange(..<end.upperBound)
          func value(_ field: String) -> String? {
            lines.first { $0.hasPrefix("\(field): ") }.map { String($0.dropFirst(field.count + 2)) }
          }
          source.yield(ReceivedEvent(name: value("event") ?? "comment", data: value("data") ?? ""))
        }
      }
      source.finish()
    }
    try await body(events)
  }
}
