import Foundation
import PerennialHub
import PerennialHubLoad
import PerennialRecords

/// Returns a pairing code of a new account.
func code(ofHubAt file: String) async throws -> String {
  try await codes(ofHubAt: file, count: 1).first ?? ""
}

/// Returns pairing codes of a new account.
func codes(ofHubAt file: String, count: Int) async throws -> [String] {
  let storage = try SQLiteHubStorage(
    at: URL(fileURLWithPath: file), serving: false, time: StampClock.systemMilliseconds)
  let account = try await LoadAccount.add(to: storage, devices: count)
  try await storage.close()
  return account.codes
}
