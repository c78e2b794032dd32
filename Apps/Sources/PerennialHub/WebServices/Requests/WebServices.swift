/// The CloudKit Web Services protocol: another form of the requests for the records of the hub.
///
/// Each subject has a type with its routes, such as ``WebRecordRoutes``.
enum WebServices {
  /// Returns `true` for a path of the protocol, whose errors have another form.
  static func serves(_ path: String) -> Bool {
    path.hasPrefix("/database/1/") || path.hasPrefix("/device/1/")
  }
}
