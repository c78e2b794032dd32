import StoreTesting
import SwiftData

@testable import Fixtures

/// A suite whose tests use a store of counters, in a directory of their own.
protocol CounterSuite {
  var directory: ScratchDirectory { get }
}

extension CounterSuite {
  func container(_ kind: StoreKind) throws -> ModelContainer {
    try ModelContainer(
      for: Counter.self,
      configurations: kind == .file
        ? ModelConfiguration(url: directory.file("counters.store"))
        : ModelConfiguration(isStoredInMemoryOnly: true)
    )
  }
}
