import Foundation

/// The place of the bytes of an answer.
enum AnswerSink: Sendable {
  /// In memory, up to a number of bytes.
  case memory(limit: Int)
  /// At the end of a file, up to a number of bytes.
  case file(FileHandle, limit: Int)
}

/// The bytes of an answer while they arrive.
struct AnswerBody {
  private let sink: AnswerSink
  private var count = 0
  /// The bytes that are in memory.
  private(set) var data = Data()

  init(in sink: AnswerSink) { self.sink = sink }

  /// Takes the next bytes.
  ///
  /// - Throws: ``HTTPTransportError/answerTooLarge(limit:)``, ``HTTPTransportError/file(_:)``.
  mutating func take(_ bytes: Data) throws(HTTPTransportError) {
    count += bytes.count
    switch sink {
    case .memory(let limit):
      guard count <= limit else { throw .answerTooLarge(limit: limit) }
      data.append(bytes)
    case .file(let handle, let limit):
      guard count <= limit else { throw .answerTooLarge(limit: limit) }
      do { try handle.write(contentsOf: bytes) } catch { throw .file(error.localizedDescription) }
    }
  }
}
