import HTTPTypes
import Hummingbird
import PerennialRecords

/// The routes of Web Services below a path.
///
/// ```swift
/// routes.add("records/lookup") { call in … }
/// ```
struct WebRoutes {
  typealias Operation = @Sendable (WebCall) async throws -> JSONValue

  let routes: HubRoutes
  let access: WebAccess

  /// Adds an operation, which is a POST with JSON.
  ///
  /// - Parameter role: The role that a device needs.
  func add(
    _ path: String, for role: HubRole = .read, alsoGet: Bool = false,
    _ operation: @escaping Operation
  ) {
    for method in alsoGet ? [HTTPRequest.Method.post, .get] : [.post] {
      routes.add(method, path, access: .device(role)) { [access] request, context in
        let call = try await WebCall(
          request, in: context, checking: access, needing: role)
        return try Answer.json(try await operation(call))
      }
    }
  }
}
