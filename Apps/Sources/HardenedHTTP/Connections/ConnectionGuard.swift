import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Holds one connection to the limits: closes it when a phase takes too long or a head is too large.
///
/// Before it closes a connection, it discards for a moment what still arrives. A connection that is
/// closed at once makes the client's system discard a response that the client has not read yet.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ServerLimits
  private let connections: ConnectionLimit
  private var progress: ConnectionProgress
  private var id: ConnectionLimit.ID?
  private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?
  private var context: ChannelHandlerContext?
  /// The number of bytes that have arrived since the last part of a request was complete.
  private var unparsed = 0
  /// The number of bytes that were discarded after the last request.
  private var discarded = 0
  /// A Boolean value that indicates whether the head of the present response is sent.
  private var hasBegunResponse = false
  /// A Boolean value that indicates whether the connection ends with the present response.
  private var isLast = false
  /// A Boolean value that indicates whether the last response is made.
  private var isEnding = false
  private var isInputClosed = false
  /// Succeeds when the newest response is sent.
  private var response: EventLoopFuture<Void>?
  /// The number of bytes that were not sent when the phase `stalled` began, or was last checked.
  private var unsent = 0
  /// The promise of a caller that has asked to close a connection that still lingers.
  private var closing: EventLoopPromise<Void>?

  init(_ limits: ServerLimits, _ connections: ConnectionLimit) {
    self.limits = limits
    self.connections = connections
    progress = ConnectionProgress(limits.timeouts, at: .now())
  }

  // MARK: Beginning and end

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard id == nil else { return }
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    id = connections.add(ClientNetwork(context.remoteAddress), at: .now()) {
      eventLoop.execute { this.value.close() }
    }
    reviewLater()
    schedule()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
    self.context = nil
  }

  private func end() {
    timer?.task.cancel()
    timer = nil
    if let id { connections.remove(id) }
    id = nil
    closing?.succeed()
    closing = nil
  }

  private func close() {
    context?.close(promise: closing)
    closing = nil
  }

  // MARK: Requests

  /// Counts bytes that have arrived and are not parsed yet.
  ///
  /// - Returns: `false` if the bytes are discarded, because they follow the last request.
  func receive(_ size: Int) -> Bool {
    if isEnding || isLast && !progress.isReceiving {
      discarded += size
      if discarded > limits.lingerSize { close() }
      return false
    }
    unparsed += size
    note { $0.receivedBytes(at: .now()) }
    return true
  }

  /// Ends the connection if bytes arrive that never become a part of a request.
  func checkSize() {
    if unparsed > limits.headSize { answer(.requestHeaderFieldsTooLarge, because: .tooLarge) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isEnding { return }
    unparsed = 0
    let now = NIODeadline.now()
    switch unwrapInboundIn(data) {
    case .head(let head):
      note { $0.receivedHead(at: now) }
      // Bytes behind a request for another protocol are not parsed as requests any more.
      if head.headerFields[.upgrade] != nil || head.method == .connect { isLast = true }
    case .body(let bytes): note { $0.receivedBody(bytes.readableBytes, at: now) }
    case .end: note { $0.receivedEnd(at: now) }
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError, canAnswer else {
      return context.fireErrorCaught(error)
    }
    switch error {
    case .headerOverflow: answer(.requestHeaderFieldsTooLarge, because: .tooLarge)
    default: answer(.badRequest, because: .malformed)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    note { $0.pausedReading(at: .now()) }
    context.fireChannelReadComplete()
    if isEnding { context.read() }
  }

  func read(context: ChannelHandlerContext) {
    note { $0.resumedReading(at: .now()) }
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      isInputClosed = true
      if progress.phase == .lingering { close() }
    }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: Responses

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    if isEnding {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      hasBegunResponse = true
      if progress.isRequestIncomplete { isLast = true }
      if isLast { head.headerFields[.connection] = "close" }
      if head.headerFields[.connection] == "close" { isLast = true }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body:
      context.write(data, promise: promise)
    case .end:
      hasBegunResponse = false
      writeEnd(context, data, promise: promise)
      if isLast {
        context.flush()
        finish()
      }
    }
  }

  /// Writes the end of a response.
  private func writeEnd(
    _ context: ChannelHandlerContext, _ data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let sent = promise ?? context.eventLoop.makePromise()
    response = sent.futureResult
    note { $0.responded(at: .now()) }
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.note { $0.sent(at: .now()) }
    }
    context.write(data, promise: sent)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let isWritable = context.channel.isWritable
    note { $0.changedWritability(to: isWritable, at: .now()) }
    context.fireChannelWritabilityChanged()
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    switch mode {
    case .output:
      finish()
      promise?.succeed()
    case .all where isEnding: wait(promise)
    case .all, .input: context.close(mode: mode, promise: promise)
    }
  }

  /// Keeps a promise until the connection is closed.
  private func wait(_ promise: EventLoopPromise<Void>?) {
    guard let promise else { return }
    if let closing {
      closing.futureResult.cascade(to: promise)
    } else {
      closing = promise
    }
  }

  /// Ends the connection when the last response is sent.
  private func finish() {
    guard let context, !isEnding else { return }
    isEnding = true
    note { $0.finish(at: .now()) }
    context.read()
    guard let response else { return linger() }
    response.assumeIsolated().whenComplete { _ in self.linger() }
  }

  /// Closes the output, and gives the client time to read the last response.
  private func linger() {
    guard let context, id != nil else { return }
    if isInputClosed { return close() }
    context.close(mode: .output, promise: nil)
    note { $0.linger(at: .now()) }
  }

  /// A Boolean value that indicates whether the next response belongs to the incomplete request.
  private var canAnswer: Bool {
    !hasBegunResponse && !isEnding && progress.isRequestIncomplete
  }

  /// Answers the incomplete request in place of the server, and ends the connection.
  private func answer(_ status: HTTPResponse.Status, because loss: ConnectionLoss) {
    guard let context, canAnswer else { return close() }
    var head = HTTPResponse(status: status)
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = "0"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    writeEnd(context, wrapOutboundOut(.end(nil)), promise: nil)
    context.flush()
    finish()
    // The server must not take the part of a body that has arrived for all of it.
    context.fireErrorCaught(loss)
  }

  // MARK: Times

  private func note(_ change: (inout ConnectionProgress) -> Void) {
    let former = progress.phase
    change(&progress)
    if progress.phase != former, let id {
      if progress.phase == .stalled { unsent = bytesToSend }
      connections.update(id, to: progress.phase, at: progress.since)
      if [.head, .body].contains(progress.phase) { reviewLater() }
    }
    schedule()
  }

  /// Has a connection closed, if there are too many, when this one is not young any more.
  private func reviewLater() {
    guard let context, connections.isCrowded else { return }
    context.eventLoop.scheduleTask(in: ConnectionLimit.youth) { [connections] in
      connections.makeRoom(at: .now())
    }
  }

  /// Schedules ``checkTime()`` for the deadline of the phase, or leaves an earlier one as it is.
  private func schedule() {
    guard let context, id != nil, let deadline = progress.deadline else { return }
    if let timer {
      if timer.deadline <= deadline { return }
      timer.task.cancel()
    }
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    let task = context.eventLoop.scheduleTask(deadline: deadline) { this.value.checkTime() }
    timer = (task, deadline)
  }

  private func checkTime() {
    timer = nil
    guard let deadline = progress.deadline else { return }
    if deadline > .now() { return schedule() }
    switch progress.phase {
    case .head, .body: answer(.requestTimeout, because: .timedOut)
    case .stalled where bytesToSend < unsent:
      unsent = bytesToSend
      note { $0.resumedWriting(at: .now()) }
    case .opened, .idle, .stalled, .lingering, .responding: close()
    }
  }

  /// The number of bytes that the system has not taken yet.
  private var bytesToSend: Int {
    // It fails only if the channel is closed.
    (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
