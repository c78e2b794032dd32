import HTTPTypes
public import Hummingbird
import NIOCore

/// Refuses requests for hosts that are not allowed, with the status 421.
///
/// Add it before any middleware whose responses contain something of the app, because the pages of a
/// foreign host can read them.
public struct AllowedHostsOnly<Context: ConnectionRequestContext>: RouterMiddleware {
  private let hosts: AllowedHosts
  private let advice: String

  /// - Parameter advice: A sentence that tells how to allow another name.
  public init(_ hosts: AllowedHosts, advice: String) {
    self.hosts = hosts
    self.advice = advice
  }

  public func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let host = request.head.authority, request.headers[.host] == nil else {
      return refusal(.badRequest, "A request must name one host.")
    }
    guard hosts.allows(host, at: context.localAddress) else {
      return refusal(.misdirectedRequest, "This server does not answer to this name. \(advice)")
    }
    return try await next(request, context)
  }

  private func refusal(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n"))
    )
  }
}

extension HTTPField.Name {
  /// A second `Host`; the first is the request's authority.
  static let host = HTTPField.Name("Host") ?? .origin
}
