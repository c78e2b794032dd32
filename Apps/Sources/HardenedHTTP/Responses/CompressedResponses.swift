import HTTPTypes
public import Hummingbird
import NIOCore

/// Compresses texts with gzip for clients that accept it.
///
/// A response is compressed if its length is known and worth it. Streams of events have no length, and are sent as they
/// are. Do not use it for pages with both secrets and texts of others: their lengths would tell of the secrets (BREACH).
public struct CompressedResponses<Context: RequestContext>: RouterMiddleware {
  /// The shortest response that is compressed, in bytes. Shorter ones fit into one packet.
  private static var least: Int { 1_400 }

  public init() {}

  public func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard let length = response.body.contentLength, length >= Self.least,
      response.headers[.contentEncoding] == nil, Self.isText(response.headers[.contentType])
    else { return response }
    response.headers[.vary] = "Accept-Encoding"
    guard request.method != .head, request.acceptsGzip else { return response }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.contentLength] = nil
    if let tag = response.headers[.eTag], !tag.hasPrefix("W/") {
      // A strong tag would promise the same bytes to all clients.
      response.headers[.eTag] = "W/" + tag
    }
    let body = response.body
    response.body = ResponseBody { writer in
      try await body.write(GzipWriter(parent: writer, encoder: try GzipEncoder()))
    }
    return response
  }

  /// Returns `true` if a header accepts gzip. Without a header, a client may get anything, but old ones fail.
  static func acceptsGzip(_ values: [String]) -> Bool {
    var weights: [String: Double] = [:]
    for value in values.joined(separator: ",").split(separator: ",") {
      let parts = value.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard let name = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      weights[name] = weight.flatMap { Double($0.dropFirst(2)) } ?? 1
    }
    // A wildcard stands for the encodings that the header does not name.
    return weights["gzip"] ?? weights["*"] ?? 0 > 0
  }

  private static func isText(_ type: String?) -> Bool {
    guard let type else { return false }
    return type.hasPrefix("text/") || type.hasPrefix("application/json")
      || type.hasPrefix("image/svg+xml")
  }
}

extension Request {
  /// A Boolean value that indicates whether the client accepts responses that are compressed with gzip.
  package var acceptsGzip: Bool {
    CompressedResponses<BasicRequestContext>.acceptsGzip(headers[values: .acceptEncoding])
  }
}

/// Writes the compressed form of what it is given.
private struct GzipWriter: ResponseBodyWriter {
  var parent: any ResponseBodyWriter
  let encoder: GzipEncoder

  mutating func write(_ buffer: ByteBuffer) async throws {
    let bytes = try encoder.encode(buffer, isLast: false)
    if bytes.readableBytes > 0 { try await parent.write(bytes) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await parent.write(try encoder.encode(ByteBuffer(), isLast: true))
    try await parent.finish(trailingHeaders)
  }
}
