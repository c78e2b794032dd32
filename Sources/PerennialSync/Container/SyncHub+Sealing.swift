#if SealedSync
extension SyncHub {
  /// Registers the hub that serves a zone, in this process, and seals values before they are sent to it.
  ///
  /// ```swift
  /// try SyncHub.register(hub, for: "iCloud.example", sealing: .markedAttributes)
  /// ```
  ///
  /// The hub stores the sealed values, and cannot read them. A container that is opened later throws
  /// ``SealedDataError/cannotSeal(entity:attribute:reason:)`` if an attribute cannot be sealed.
  ///
  /// - Parameters:
  ///   - hub: The hub. Its ``CredentialStore`` keeps the keys of the device, too.
  ///   - zone: The container identifier of the app.
  ///   - sealing: The sealed attributes. All devices of an account should have the same ones.
  /// - Throws: ``SyncHubError/invalidZone(_:)``.
  public static func register(
    _ hub: SyncHub, for zone: String, sealing: Sealing
  ) throws(SyncHubError) {
    try check(zone: zone)
    enter(Registration(hub: hub, sealing: sealing), for: zone)
  }
}
#endif
