/// The audit log in the database of a hub.
public protocol AuditStorage: Sendable {
  /// Adds an entry to the audit log.
  func record(_ entry: AuditEntry) async throws
  /// Returns the newest entries of the audit log, the oldest one first.
  ///
  /// - Parameters:
  ///   - account: The name of an account; nil for all entries.
  ///   - since: The earliest time, in milliseconds since 1970.
  ///   - limit: The most entries.
  func audit(of account: String?, since: Int64, upTo limit: Int) async throws -> [AuditEntry]
  /// Removes entries of the audit log that are older than a time, and the oldest ones beyond a number.
  func trimAudit(before time: Int64, keeping count: Int) async throws
}
