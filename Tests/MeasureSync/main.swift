import Foundation
import Logging
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Synchronization

// measure-sync            Measures sync on SQLite, without a network. Run it in release mode: `make bench-sync`.
// measure-sync COUNT      With another number of objects than 100,000.

// The times of the log are not those of sync.
LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let rounds = 3

/// Returns the seconds that a block takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return start.duration(to: .now) / .seconds(1)
}

/// Returns the median of the results of some rounds.
func median(_ measure: () throws -> Double) rethrows -> Double {
  let results = try (0..<rounds).map { _ in try measure() }.sorted()
  return results[rounds / 2]
}

/// Prints a line as soon as it is known, also to a file.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

func text(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }

/// Makes objects on a device with the newer app, and returns their records.
func records(entries: Int, places: Int) throws -> [Record] {
  let device = try MeasuredDevice(V2.models)
  let context = ModelContext(device.container)
  for number in 0..<entries { context.insert(Entry("Entry \(number)")) }
  for number in 0..<places {
    let place = V2.Place("Place \(number)")
    place.weather = "rain \(number)"
    context.insert(place)
  }
  try context.save()
  return try device.send()
}

// MARK: An updated app

func measureUpdate() throws {
  let few = pages(of: try records(entries: count - count / 100, places: count / 100))
  let all = pages(of: try records(entries: 0, places: count))
  let importing = try median {
    let device = try MeasuredDevice(V2.models)
    return try seconds { try device.apply(all) }
  }
  func showing(_ pages: [PullReply]) throws -> Double {
    try median {
      let device = try MeasuredDevice(V1.models)
      try device.apply(pages)
      try device.update(to: V2.models)
      return try seconds { try device.rewriteLateRows() }
    }
  }
  let (some, whole) = (try showing(few), try showing(all))
  say("An updated app shows \(count / 100) of \(count) objects: \(text(some))")
  say(
    "… all \(count): \(text(whole)). Their first import: \(text(importing)). "
      + "Ratio: \(String(format: "%.2f", whole / importing))")
}

// MARK: Records that a store cannot have

func measureUnstorable() throws {
  let source = try MeasuredDevice(V1.models)
  let context = ModelContext(source.container)
  let (owner, entry) = (Owner("Ann"), Entry("Not an owner"))
  context.insert(owner)
  context.insert(entry)
  for number in 0..<2000 {
    let pet = Pet("Pet \(number)")
    context.insert(pet)
    pet.owner = owner
  }
  try context.save()
  let sent = try source.send()
  guard let wrong = sent.first(where: { $0.type == "Entry" })?.name else { return }
  let good = sent.filter { $0.type != "Pet" } + sent.filter { $0.type == "Pet" }
  var changed = 0
  let bad = good.map { record in
    guard record.type == "Pet", changed < 1000, let cell = record.state.edits["owner"] else {
      return record
    }
    changed += 1
    var record = record
    record.state.write(
      .reference(wrong), to: "owner", over: nil,
      at: Stamp(time: cell.stamp.time.successor, device: cell.stamp.device))
    return record
  }
  let later = pages(of: try records(entries: 2000, places: 0), from: 10_000)
  func measure(_ records: [Record]) throws -> (page: Double, later: Double, save: Double) {
    var (page, next, save): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      let device = try MeasuredDevice(V1.models)
      page.append(try seconds { try device.apply(pages(of: records, size: 4000)) })
      next.append(try seconds { try device.apply(later) })
      let context = ModelContext(device.container)
      save.append(
        try seconds {
          for number in 0..<20 {
            context.insert(Entry("Later \(number)"))
            try context.save()
          }
        } / 20)
    }
    return (page.sorted()[rounds / 2], next.sorted()[rounds / 2], save.sorted()[rounds / 2])
  }
  let (without, with) = (try measure(good), try measure(bad))
  func line(_ name: String, _ with: Double, _ without: Double) {
    say(
      "\(name) with 1,000 unstorable records of 2,000: \(String(format: "%.2f", with * 1000)) ms, "
        + "without: \(String(format: "%.2f", without * 1000)) ms. Ratio: \(String(format: "%.2f", with / without))"
    )
  }
  line("A page", with.page, without.page)
  line("A later page", with.later, without.later)
  line("A save", with.save, without.save)
}

// MARK: Saves beside an import

func measureSaves() throws {
  let all = try records(entries: count / 5, places: 0)
  for size in [2000, 100] {
    let device = try MeasuredDevice(V2.models)
    let pages = pages(of: all, size: size)
    let isOver = Mutex(false)
    let waits = Mutex<[Double]>([])
    let container = device.container
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let context = ModelContext(container)
      var number = 0
      while !isOver.withLock({ $0 }) {
        number += 1
        context.insert(V2.Place("Mine \(number)"))
        do {
          let wait = try seconds { try context.save() }
          waits.withLock { $0.append(wait) }
        } catch { say("A save has failed: \(error)") }
        Thread.sleep(forTimeInterval: 0.02)
      }
      end.signal()
    }
    let importing = try seconds { try device.apply(pages) }
    isOver.withLock { $0 = true }
    end.wait()
    let sorted = waits.withLock { $0.sorted() }
    guard let last = sorted.last else { continue }
    say(
      "Saves beside an import in pages of \(size) (\(text(importing)), \(sorted.count) saves): "
        + "median \(text(sorted[sorted.count / 2])), 99 % \(text(sorted[sorted.count * 99 / 100])), "
        + "slowest \(text(last))")
  }
}

try measureUpdate()
try measureUnstorable()
try measureSaves()
