import SwiftData
import Synchronization

/// A model whose objects are counted while they live.
@Model
final class Lamp {
  var number: Int
  @Transient var filament = Filament()

  init(_ number: Int) { self.number = number }

  final class Filament {
    private static let count = Atomic(0)
    static var alive: Int { count.load(ordering: .relaxed) }

    init() { Self.count.add(1, ordering: .relaxed) }
    deinit { Self.count.subtract(1, ordering: .relaxed) }
  }
}
