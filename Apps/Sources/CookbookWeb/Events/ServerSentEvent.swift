import CookbookModel
import Foundation
import Hummingbird

/// A message of an event stream.
enum ServerSentEvent: Sendable {
  /// Says that the stream is open, and how soon to come back when it breaks.
  case welcome
  /// Something was saved.
  case change(BookChange)
  /// Keeps the connection from looking dead.
  case heartbeat

  /// The message as it is sent.
  func encoded() throws -> ByteBuffer {
    switch self {
    case .welcome: ByteBuffer(string: "retry: 2000\nevent: welcome\ndata: {}\n\n")
    case .heartbeat: ByteBuffer(string: ": still here\n\n")
    case .change(let change):
      ByteBuffer(
        string: "event: change\ndata: \(String(decoding: try Self.json(change), as: UTF8.self))\n\n"
      )
    }
  }

  private static func json(_ change: BookChange) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(change)
  }
}
