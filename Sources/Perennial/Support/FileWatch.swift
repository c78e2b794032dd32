import Dispatch
import Foundation

/// Calls a closure when a file may have been written, by this process or another one.
///
/// SQLite writes to the write-ahead log before the commit is visible in the memory that its processes
/// share. In between, the writing process may be suspended or wait for its disk. So the watch calls the
/// closure after the write, and again several times at growing intervals.
// Sendable: constants; `generation` and `source`, which only the queue uses once the watch is created,
// and `deinit`; and a flag under the lock.
final class FileWatch: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "perennial.watch", qos: .utility)
  /// The delays of the calls after a write, each counted from the call before.
  private static let delays: [DispatchTimeInterval] = [
    .milliseconds(0), .milliseconds(20), .milliseconds(200), .seconds(2), .seconds(10),
    .seconds(60),
  ]

  private let look: @Sendable () -> Void
  // Recursive, because the closure may cancel the watch.
  private let lock = NSRecursiveLock()
  private var isCancelled = false
  private var generation = 0
  private var source: (any DispatchSourceProtocol)?

  /// Begins to watch a file.
  ///
  /// - Parameter look: The closure that is called on a queue of the watch, as long as the watch exists.
  init(path: String, look: @escaping @Sendable () -> Void) {
    self.look = look
    #if os(Linux) || os(Android)
    if FileNotices.shared?.add(self, path: path, on: Self.queue) == true { return }
    #elseif canImport(Darwin)
    // Untested: this branch has not been run.
    let descriptor = open(path, O_EVTONLY)
    if descriptor >= 0 {
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend], queue: Self.queue)
      source.setEventHandler { [weak self] in self?.wasWritten() }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      self.source = source
      return
    }
    #endif
    poll()
  }

  /// Ends the watch. After the return, no call of the closure is running or will follow.
  func cancel() {
    lock.lock()
    defer { lock.unlock() }
    isCancelled = true
  }

  private func lookNow() {
    lock.lock()
    defer { lock.unlock() }
    if !isCancelled { look() }
  }

  deinit {
    source?.cancel()
    #if os(Linux) || os(Android)
    FileNotices.shared?.remove(ObjectIdentifier(self))
    #endif
  }

  /// Calls the closure at regular intervals, if the file cannot be watched.
  fileprivate func poll() {
    let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.schedule(
      deadline: .now() + .milliseconds(250), repeating: .milliseconds(250),
      leeway: .milliseconds(100))
    timer.setEventHandler { [weak self] in self?.lookNow() }
    timer.resume()
    source = timer
  }

  /// Calls the closure after a write. To be called on the queue.
  fileprivate func wasWritten() {
    generation += 1
    look(0, generation)
  }

  private func look(_ step: Int, _ current: Int) {
    guard Self.delays.indices.contains(step) else { return }
    Self.queue.asyncAfter(deadline: .now() + Self.delays[step]) { [weak self] in
      guard let self, generation == current else { return }
      lookNow()
      look(step + 1, current)
    }
  }
}

#if os(Linux) || os(Android)
#if canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Calls `read(2)` under a name that no method has.
private func readDescriptor(
  _ descriptor: Int32, into buffer: UnsafeMutableRawPointer, count: Int
) -> Int {
  read(descriptor, buffer, count)
}

/// The kernel's notifications of written files, for all watches of the process. Their number is limited
/// per user.
// Sendable: constants, a table behind a lock, and `source`, which is set under that lock.
private final class FileNotices: @unchecked Sendable {
  static let shared = FileNotices()

  private struct Entry {
    let path: String
    // The identity is compared, because a strong reference to the watch under the lock could be its
    // last one.
    let identity: ObjectIdentifier
    weak var watch: FileWatch?
  }

  private let descriptor: Int32
  private let watches = Guarded<[Int32: [Entry]]>([:])
  private var source: (any DispatchSourceRead)?

  private init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  /// Begins to watch a file.
  ///
  /// - Returns: `false` if the file cannot be watched.
  func add(_ watch: FileWatch, path: String, on queue: DispatchQueue) -> Bool {
    arm(Entry(path: path, identity: ObjectIdentifier(watch), watch: watch), on: queue)
  }

  /// Requests a notification of the next write to the file only. Repeated notifications of a program's
  /// own writes would cost a tenth of the time of each save.
  private func arm(_ entry: Entry, on queue: DispatchQueue) -> Bool {
    watches.withLock { watches in
      let number = inotify_add_watch(
        descriptor, entry.path, UInt32(IN_MODIFY) | UInt32(IN_ONESHOT))
      if number < 0 { return false }
      watches[number, default: []].append(entry)
      if source == nil { source = begin(on: queue) }
      return true
    }
  }

  func remove(_ identity: ObjectIdentifier) {
    watches.withLock { watches in
      for (number, entries) in watches where entries.contains(where: { $0.identity == identity }) {
        let others = entries.filter { $0.identity != identity }
        watches[number] = others.isEmpty ? nil : others
        // Android's declaration has an unsigned number.
        if others.isEmpty { inotify_rm_watch(descriptor, numericCast(number)) }
      }
    }
  }

  private func begin(on queue: DispatchQueue) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.read(on: queue) }
    source.resume()
    return source
  }

  private func read(on queue: DispatchQueue) {
    var numbers: Set<Int32> = []
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
      guard let start = buffer.baseAddress else { return }
      while true {
        let count = readDescriptor(descriptor, into: start, count: buffer.count)
        if count <= 0 { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = start.load(fromByteOffset: offset, as: inotify_event.self)
          numbers.insert(event.wd)
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    let written = watches.withLock { watches in
      numbers.flatMap { watches.removeValue(forKey: $0) ?? [] }
    }
    if written.isEmpty { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
      self?.rearm(written, on: queue)
    }
    for entry in written { entry.watch?.wasWritten() }
  }

  private func rearm(_ entries: [Entry], on queue: DispatchQueue) {
    for entry in entries {
      guard let watch = entry.watch else { continue }
      // The file may have been deleted.
      if !arm(entry, on: queue) { watch.poll() }
      // The file may have been written before the new request.
      watch.wasWritten()
    }
  }
}
#endif
