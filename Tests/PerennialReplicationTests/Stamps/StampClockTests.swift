import Foundation
import Synchronization
import Testing
import PerennialRecords

@Suite("The clock of stamps")
struct StampClockTests {
  private typealias Stamp = PerennialRecords.Stamp

  /// A wall clock that shows what it is told.
  private final class WallClock: Sendable {
    private let shown: Atomic<Int64>

    init(_ milliseconds: Int64) { shown = Atomic(milliseconds) }

    var milliseconds: Int64 {
      get { shown.load(ordering: .relaxed) }
      set { shown.store(newValue, ordering: .relaxed) }
    }
  }

  private let wall = WallClock(1_000_000)

  private func clock(latest: HybridTime = .zero) throws -> StampClock {
    StampClock(
      device: try #require(DeviceIdentifier(rawValue: 1)), latest: latest,
      wallClock: { [wall] in wall.milliseconds })
  }

  private func foreign(_ milliseconds: Int64, _ counter: UInt16 = 0) throws -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: milliseconds, counter: counter),
      device: try #require(DeviceIdentifier(rawValue: 2)))
  }

  @Test("It shows the wall clock's time, and counts within a millisecond")
  func counting() throws {
    let clock = try clock()
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_000))
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_000, counter: 1))
    wall.milliseconds += 1
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_001))
  }

  @Test("It goes on when the wall clock is set back")
  func setBack() throws {
    let clock = try clock()
    let before = clock.next()
    for milliseconds in [0, -1, Int64.min, 999_999] {
      wall.milliseconds = milliseconds
      #expect(clock.next() > before)
    }
    #expect(clock.latestTime == HybridTime(milliseconds: 1_000_000, counter: 4))
  }

  @Test("A counter that overflows carries into the time")
  func overflow() throws {
    let clock = try clock(latest: HybridTime(milliseconds: 1_000_000, counter: 65534))
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_000, counter: 65535))
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_001, counter: 0))
  }

  @Test("It goes on where it left off before a launch, even if that is ahead")
  func relaunch() throws {
    let clock = try clock(latest: HybridTime(milliseconds: 90_000_000, counter: 3))
    #expect(clock.next().time == HybridTime(milliseconds: 90_000_000, counter: 4))
    #expect(clock.observe(try foreign(90_000_000)) == .accepted)
  }

  @Test("Who has seen a write writes after it")
  func witnessing() throws {
    let clock = try clock()
    let seen = try foreign(1_000_000 + StampClock.tolerance, 5)
    #expect(clock.observe(seen) == .accepted)
    #expect(clock.next() > seen)
    let earlier = try foreign(12)
    #expect(clock.observe(earlier) == .accepted)
    #expect(clock.next() > seen)
  }

  @Test("A stamp too far in the future is refused, and can be written over")
  func future() throws {
    let clock = try clock()
    let ahead = StampClock.tolerance + 1
    let seen = try foreign(1_000_000 + ahead)
    #expect(clock.observe(seen) == .refused(millisecondsAhead: ahead))
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_000))

    let over = clock.next(after: seen)
    #expect(over > seen)
    #expect(over.device == clock.device)
    #expect(clock.next(after: over) > over)
    #expect(clock.next().time == HybridTime(milliseconds: 1_000_000, counter: 1))

    wall.milliseconds += 1
    #expect(clock.observe(seen) == .accepted)
  }

  @Test("Nothing to write over is no issue")
  func nothingBefore() throws {
    #expect(try clock().next(after: nil).time == HybridTime(milliseconds: 1_000_000))
  }

  @Test("The system's clock is that of this machine")
  func system() {
    let now = Date().timeIntervalSince1970 * 1000
    #expect(abs(Double(StampClock.systemMilliseconds) - now) < 60_000)
  }

  @Test("Threads get ascending stamps, and no two the same")
  func threads() async throws {
    let clock = try clock()
    let stamps = await withTaskGroup(of: [Stamp].self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<5000).map { _ in clock.next() } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for ofThread in stamps { #expect(ofThread == ofThread.sorted()) }
    #expect(Set(stamps.joined()).count == 20_000)
  }
}
