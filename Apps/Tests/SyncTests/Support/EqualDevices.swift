import PerennialSync
import SyncTesting
import Testing

/// Expects that all devices have sent all, and show the same.
func expectEqual(_ devices: [MemoryDevice]) async throws {
  let isEqual = await eventually(within: .seconds(40)) {
    let token = devices[0].token
    return devices.allSatisfy { device in
      device.token == token && device.unsentCount == 0 && device.notes == devices[0].notes
        && device.engine.status.isInitialImportDone
    }
  }
  #expect(isEqual)
}
