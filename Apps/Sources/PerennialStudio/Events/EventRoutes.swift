import HardenedHTTP
import Hummingbird
import NIOCore

/// The stream of events that keeps open pages up to date.
struct EventRoutes: Sendable {
  let watch: ChangeWatch
  let heartbeat: Duration
  let streams: StreamLimit

  func addRoutes(to router: Router<some ConnectionRequestContext>) {
    router.get("/events") { request, context in
      guard let ticket = streams.ticket(for: context.remoteAddress) else {
        throw HTTPError(.serviceUnavailable, message: "Too many pages are open at the same time.")
      }
      return EventStream(watch.changes(), heartbeat: heartbeat, ticket: ticket) {
        ByteBuffer(string: "event: change\ndata: {}\n\n")
      }.response(to: request)
    }
  }
}
