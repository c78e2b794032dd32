import NIOCore
import Testing

@testable import HardenedHTTP

@Suite("The times of a connection")
struct ConnectionProgressTests {
  private let start = NIODeadline.now()

  private func uploading() -> ConnectionProgress {
    var progress = ConnectionProgress(HTTPTimeouts(), at: start)
    progress.receivedBytes(at: start)
    progress.receivedHead(at: start)
    return progress
  }

  @Test(
    "13.23 The time for a head begins with its connection, or with its first byte on an idle one")
  func phases() {
    var progress = ConnectionProgress(HTTPTimeouts(), at: start)
    #expect(progress.phase == .opened && progress.deadline == start + .seconds(10))
    progress.receivedBytes(at: start + .seconds(4))
    #expect(progress.phase == .head && progress.deadline == start + .seconds(10))
    progress.receivedBytes(at: start + .seconds(8))
    #expect(progress.deadline == start + .seconds(10))
    progress.receivedHead(at: start + .seconds(9))
    progress.receivedEnd(at: start + .seconds(9))
    #expect(progress.phase == .responding && progress.deadline == nil)
    progress.responded(at: start + .seconds(19))
    #expect(progress.phase == .stalled && progress.deadline == start + .seconds(49))
    progress.sent(at: start + .seconds(20))
    #expect(progress.phase == .idle && progress.deadline == start + .seconds(80))
    progress.receivedBytes(at: start + .seconds(50))
    #expect(progress.phase == .head && progress.deadline == start + .seconds(60))
  }

  @Test("13.23 A body must not pause, and must arrive at the least rate")
  func bodies() {
    var progress = uploading()
    #expect(progress.phase == .body && progress.deadline == start + .seconds(10))
    // One byte now and then is not enough.
    for second in 1...9 { progress.receivedBody(1, at: start + .seconds(Int64(second))) }
    #expect(progress.deadline == start + .seconds(10))
    // 30 KiB are 30 seconds at 1 KiB a second, but no pause may be longer than 10.
    progress.receivedBody(30 * 1024, at: start + .seconds(9))
    #expect(progress.deadline == start + .seconds(19))
    progress.receivedBody(1, at: start + .seconds(38))
    #expect(progress.deadline == start + .seconds(40))
  }

  @Test("13.23 Time in which the server does not read is not counted against the client")
  func pauses() {
    var progress = uploading()
    progress.pausedReading(at: start + .seconds(1))
    #expect(progress.deadline == nil)
    progress.resumedReading(at: start + .seconds(61))
    #expect(progress.deadline == start + .seconds(70))
  }

  @Test("13.23 A client that reads a part of a response has time for the next part")
  func stalls() {
    var progress = uploading()
    progress.receivedEnd(at: start)
    progress.changedWritability(to: false, at: start + .seconds(1))
    #expect(progress.phase == .stalled && progress.deadline == start + .seconds(31))
    progress.resumedWriting(at: start + .seconds(31))
    #expect(progress.deadline == start + .seconds(61))
    progress.finish(at: start + .seconds(40))
    #expect(progress.phase == .stalled)
    progress.changedWritability(to: true, at: start + .seconds(41))
    #expect(progress.phase == .idle)
    progress.linger(at: start + .seconds(42))
    #expect(progress.phase == .lingering && progress.deadline == start + .seconds(44))
  }

  @Test("13.23 No size of a body overflows")
  func hugeBody() {
    var progress = uploading()
    for _ in 1...3 { progress.receivedBody(1 << 61, at: start + .seconds(1)) }
    #expect(progress.deadline == start + .seconds(11))
  }
}
