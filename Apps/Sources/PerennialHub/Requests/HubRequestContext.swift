import HardenedHTTP
import Hummingbird
import NIOCore
import PerennialRecords
import Synchronization

/// The context of a request to the hub.
struct HubRequestContext: ConnectionRequestContext {
  var coreContext: CoreRequestContextStorage
  let localAddress: SocketAddress?
  let remoteAddress: SocketAddress?
  /// The facts that the log of the request tells.
  let notes = RequestNotes()

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    localAddress = source.channel.localAddress
    remoteAddress = source.channel.remoteAddress
  }
}

/// Facts about a request for the log and the metrics: identifiers and numbers, and no values.
final class RequestNotes: Sendable {
  struct Content {
    var account: String?
    var device: String?
    var records: Int?
    /// The reasons for which records were refused: those of pushes, and the error codes of Web Services.
    var refusals: [String] = []
    /// The error that the request was answered with.
    var error: HubError.Code?
    var bytes: Int?
  }

  private let content = Mutex(Content())

  func note(_ change: (inout Content) -> Void) { content.withLock { change(&$0) } }

  var current: Content { content.withLock { $0 } }
}
