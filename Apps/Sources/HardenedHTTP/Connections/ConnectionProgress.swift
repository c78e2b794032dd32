import NIOCore

/// The phase of one connection, and the moment at which that has lasted too long.
struct ConnectionProgress {
  private let timeouts: HTTPTimeouts
  /// The number of requests whose responses are not made.
  private var pending = 0
  /// The number of responses that are made and not sent.
  private var sending = 0
  /// A Boolean value that indicates whether the newest request is incomplete.
  private(set) var isReceiving = false
  private var hasPartialHead = false
  private var isFirst = true
  private var isWritable = true
  private var isLingering = false

  private(set) var phase = ConnectionPhase.opened
  /// The moment at which the phase began.
  private(set) var since: NIODeadline
  /// The moment at which the last part of a body arrived.
  private var lastBody: NIODeadline
  /// The number of bytes of the body that have arrived in this phase.
  private var bodySize = 0
  /// The moment at which the server stopped reading; nil while it reads. Time in which it does not read
  /// is not counted against the client.
  private var paused: NIODeadline?

  init(_ timeouts: HTTPTimeouts, at now: NIODeadline) {
    self.timeouts = timeouts
    since = now
    lastBody = now
  }

  /// A Boolean value that indicates whether a response that begins now comes before the end of its
  /// request.
  var isRequestIncomplete: Bool { pending == 0 || pending == 1 && isReceiving }

  /// The moment at which the phase has lasted too long; nil if it has no limit.
  var deadline: NIODeadline? {
    switch phase {
    case .opened, .head: since + TimeAmount(timeouts.head)
    case .idle: since + TimeAmount(timeouts.idle)
    case .stalled: since + TimeAmount(timeouts.write)
    case .lingering: since + TimeAmount(timeouts.linger)
    case .responding: nil
    case .body: paused == nil ? min(lastBody, since + earned) + TimeAmount(timeouts.body) : nil
    }
  }

  /// The time that the received part of the body may have taken; a year at most.
  private var earned: TimeAmount {
    let seconds = bodySize / max(timeouts.minimumBodyRate, 1)
    return .seconds(Int64(min(seconds, 31_536_000)))
  }

  // MARK: Events of the client

  mutating func receivedBytes(at now: NIODeadline) {
    if !isReceiving { hasPartialHead = true }
    settle(at: now)
  }

  mutating func receivedHead(at now: NIODeadline) {
    hasPartialHead = false
    isFirst = false
    isReceiving = true
    pending += 1
    settle(at: now)
  }

  mutating func receivedBody(_ size: Int, at now: NIODeadline) {
    lastBody = now
    if phase == .body { bodySize += size }
  }

  mutating func receivedEnd(at now: NIODeadline) {
    isReceiving = false
    settle(at: now)
  }

  // MARK: Events of the server

  mutating func pausedReading(at now: NIODeadline) {
    if paused == nil { paused = now }
  }

  mutating func resumedReading(at now: NIODeadline) {
    guard let former = paused else { return }
    paused = nil
    if phase == .body {
      lastBody = lastBody + (now - former)
      since = since + (now - former)
    }
  }

  mutating func changedWritability(to isWritable: Bool, at now: NIODeadline) {
    self.isWritable = isWritable
    settle(at: now)
  }

  /// Records that a response is made. A part of it may not be sent yet.
  mutating func responded(at now: NIODeadline) {
    pending = max(pending - 1, 0)
    sending += 1
    settle(at: now)
  }

  /// Records that a response is sent.
  mutating func sent(at now: NIODeadline) {
    sending -= 1
    settle(at: now)
  }

  /// Records that a slow client has read a part of a response.
  mutating func resumedWriting(at now: NIODeadline) {
    if phase == .stalled { since = now }
  }

  /// Records that the last response is made. Bytes that arrive later are not requests.
  mutating func finish(at now: NIODeadline) {
    (pending, isReceiving, hasPartialHead, isFirst) = (0, false, false, false)
    settle(at: now)
  }

  /// Records that the last response is sent and the output is closed.
  mutating func linger(at now: NIODeadline) {
    isLingering = true
    settle(at: now)
  }

  private mutating func settle(at now: NIODeadline) {
    let next = present
    if next == phase { return }
    // The first byte of a request does not give a new connection more time.
    if phase != .opened || next != .head { since = now }
    phase = next
    lastBody = now
    bodySize = 0
    paused = paused.map { _ in now }
  }

  private var present: ConnectionPhase {
    if isLingering { return .lingering }
    if !isWritable || pending == 0 && sending > 0 { return .stalled }
    if pending == 0 { return hasPartialHead ? .head : isFirst ? .opened : .idle }
    return pending == 1 && isReceiving ? .body : .responding
  }
}
