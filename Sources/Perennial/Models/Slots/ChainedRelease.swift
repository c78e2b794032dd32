import PerennialRuntime

/// Releases related objects, also along a chain of any length.
///
/// The release of an object destroys its collections, which releases their members, and so on: without a limit, a chain
/// of some ten thousand objects overflows the stack of a thread. Here, the objects beyond a certain depth wait until the
/// outermost release has returned.
enum ChainedRelease {
  /// The number of releases that may run one within another. Each takes less than a kilobyte of the stack in optimised
  /// code.
  private static let limit: UInt32 = 64

  /// Objects that wait for their release, and those that wait behind them.
  private final class Waiting {
    var objects: Any?
    var next: Waiting?

    init(_ objects: Any, before next: Waiting?) { (self.objects, self.next) = (objects, next) }
  }

  /// Empties an array, and releases its objects.
  static func release<Object: AnyObject>(_ objects: inout [Object]) {
    if objects.isEmpty { return }
    guard let releases = perennial_releases() else { return objects = [] }
    if releases.pointee.depth >= limit {
      add(objects, to: releases)
      return objects = []
    }
    releases.pointee.depth += 1
    objects = []
    // Only the outermost release goes on, so that the stack is empty again.
    if releases.pointee.depth == 1 {
      while let waiting = takeFirst(of: releases) { waiting.objects = nil }
    }
    releases.pointee.depth -= 1
  }

  private static func add(_ objects: Any, to releases: UnsafeMutablePointer<perennial_releases>) {
    let waiting = Waiting(objects, before: takeAll(of: releases))
    releases.pointee.waiting = Unmanaged.passRetained(waiting).toOpaque()
  }

  private static func takeAll(of releases: UnsafeMutablePointer<perennial_releases>) -> Waiting? {
    defer { releases.pointee.waiting = nil }
    return releases.pointee.waiting.map {
      Unmanaged<Waiting>.fromOpaque($0).takeRetainedValue()
    }
  }

  private static func takeFirst(of releases: UnsafeMutablePointer<perennial_releases>) -> Waiting? {
    guard let first = takeAll(of: releases) else { return nil }
    releases.pointee.waiting = first.next.map { Unmanaged.passRetained($0).toOpaque() }
    first.next = nil
    return first
  }
}
