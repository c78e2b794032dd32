#if os(Linux)
import Foundation
import Runtime

/// The return addresses of the calls that run at a moment, the innermost first.
struct CallStack: Sendable {
  /// The files that the program consists of. They are read once: a mapped file that is unmapped meanwhile ends the
  /// process.
  private static let images = ImageMap.capture()

  /// An address in each function.
  let addresses: [UInt]

  /// Reads which files the program consists of. No other thread may unmap a file meanwhile.
  static func readImages() { _ = images }

  /// The calls on the thread, also if there are functions in C between them.
  static func ofThread() -> CallStack {
    CallStack(addresses: Thread.callStackReturnAddresses.map { $0.uintValue - 1 })
  }

  /// The calls of the task: those on the thread, and the asynchronous functions that wait for them. Call
  /// ``readImages()`` first.
  static func ofTask() throws -> CallStack {
    let frames = try Backtrace.capture(limit: nil, images: images).frames
    return CallStack(addresses: frames.compactMap { UInt($0.adjustedProgramCounter) })
  }

  /// Returns the mangled names of Swift's functions in the program that runs the tests, by the addresses of stacks.
  static func names(in stacks: [CallStack]) throws -> [UInt: String] {
    let image = try ProgramImage()
    var names: [UInt: String] = [:]
    let addresses = Set(stacks.flatMap(\.addresses)).filter { $0 >= image.base }.sorted()
    try image.forEachFunction { start, end, name in
      var index = addresses.partitioningIndex { $0 >= start }
      while index < addresses.count, addresses[index] < end {
        names[addresses[index]] = name()
        index += 1
      }
    }
    return names
  }
}

/// The file of the program that runs the tests, with its symbols.
private struct ProgramImage {
  struct Failure: Error {}

  /// The address at which the file is loaded.
  let base: UInt
  private let data: Data

  init() throws {
    let own = UInt(bitPattern: #dsohandle)
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    var found: (path: Substring, base: UInt)?
    var first: (path: Substring, base: UInt)?
    for line in maps.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 5)
      guard parts.count == 6 else { continue }
      let limits = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      let path = parts[5].drop { $0 == " " }
      guard limits.count == 2 else { continue }
      if first?.path != path { first = (path, limits[0]) }
      if limits[0] <= own, own < limits[1] { found = first }
    }
    guard let found else { throw Failure() }
    base = found.base
    data = try Data(contentsOf: URL(fileURLWithPath: String(found.path)), options: .alwaysMapped)
  }

  /// Passes the functions of Swift to a block, with the addresses that they begin and end at.
  func forEachFunction(_ body: (_ start: UInt, _ end: UInt, _ name: () -> String) -> Void) throws {
    try data.withUnsafeBytes { bytes in
      func number<Number: FixedWidthInteger>(_ offset: UInt64, as type: Number.Type) -> UInt64 {
        UInt64(bytes.loadUnaligned(fromByteOffset: Int(offset), as: type))
      }
      // The header of an ELF file of 64 bits, and its sections.
      let sections = number(0x28, as: UInt64.self)
      let (size, count) = (number(0x3a, as: UInt16.self), number(0x3c, as: UInt16.self))
      func section(_ index: UInt64) -> UInt64 { sections + index * size }
      let symbols = (0..<count).map(section).first { number($0 + 4, as: UInt32.self) == 2 }
      guard let symbols else { throw Failure() }
      let texts = number(section(number(symbols + 0x28, as: UInt32.self)) + 0x18, as: UInt64.self)
      let start = number(symbols + 0x18, as: UInt64.self)
      for offset in stride(from: start, to: start + number(symbols + 0x20, as: UInt64.self), by: 24)
      {
        let text = texts + number(offset, as: UInt32.self)
        guard number(offset + 4, as: UInt8.self) & 0xf == 2,
          number(text, as: UInt16.self) == 0x7324  // “$s”
        else { continue }
        let address = base + UInt(number(offset + 8, as: UInt64.self))
        body(address, address + UInt(number(offset + 16, as: UInt64.self))) {
          bytes.baseAddress.map {
            String(cString: $0.advanced(by: Int(text)).assumingMemoryBound(to: CChar.self))
          } ?? ""
        }
      }
    }
  }
}

extension Array {
  /// Returns the index of the first element with a property that all later ones have, too.
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
#endif
