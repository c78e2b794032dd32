#if os(Linux)
import Foundation
import PerennialCURL

/// One request of libcurl, and its answer. The thread that drives the transfers is the only one that uses it.
final class CURLTransfer {
  let request: HTTPRequest
  let continuation: CheckedContinuation<HTTPAnswer, any Error>
  /// libcurl's handle, after ``prepare()``.
  private(set) var easy: UnsafeMutableRawPointer?

  private var fields: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var source: PayloadSource?
  private var lastActivity = ContinuousClock.now
  private var head = AnswerHead()
  private var body: AnswerBody?
  private var failure: (any Error)?

  init(_ request: HTTPRequest, _ continuation: CheckedContinuation<HTTPAnswer, any Error>) {
    (self.request, self.continuation) = (request, continuation)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    if let easy { curl_easy_cleanup(easy) }
    curl_slist_free_all(fields)
    errorText.deallocate()
  }

  /// The time since a byte came or went.
  var idleTime: Duration { lastActivity.duration(to: .now) }

  // MARK: The request

  /// Creates libcurl's handle.
  ///
  /// - Throws: ``HTTPTransportError``.
  func prepare() throws -> UnsafeMutableRawPointer {
    guard let easy = curl_easy_init() else {
      throw HTTPTransportError.network("libcurl has no memory for a request.")
    }
    self.easy = easy
    lastActivity = .now
    try check(perennial_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
    try set(CURLOPT_URL, request.url.absoluteString)
    try set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    // Signals would be those of the whole process.
    try set(CURLOPT_NOSIGNAL, 1)
    // The clock of the transfers alone ends a request.
    try set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // All codes that libcurl can read.
    try set(CURLOPT_ACCEPT_ENCODING, "")
    if request.isDirect { try set(CURLOPT_NOPROXY, "*") }
    try setFields(easy)
    try setPayload(easy)
    try setReceivers(easy)
    return easy
  }

  private func setFields(_ easy: UnsafeMutableRawPointer) throws {
    // Otherwise libcurl would wait for the server before it sends a large body.
    for (name, value) in request.fields.merging(["Expect": ""], uniquingKeysWith: { $1 }) {
      guard (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw HTTPTransportError.network("The header field “\(name)” has a control character.")
      }
      guard let longer = curl_slist_append(fields, value.isEmpty ? "\(name):" : "\(name): \(value)")
      else { throw HTTPTransportError.network("libcurl has no memory for a request.") }
      fields = longer
    }
    try check(perennial_curl_set_fields(easy, fields))
  }

  private func setPayload(_ easy: UnsafeMutableRawPointer) throws {
    source = try PayloadSource(request.payload)
    if let source {
      try set(CURLOPT_UPLOAD, 1)
      try check(
        perennial_curl_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(source.byteCount)))
    } else if request.method == "HEAD" {
      return try set(CURLOPT_NOBODY, 1)
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  // MARK: Bytes

  private func setReceivers(_ easy: UnsafeMutableRawPointer) throws {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
      try check(perennial_curl_set_pointer(easy, option, context))
    }
    try check(
      perennial_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        CURLTransfer.of(context)?.takeLine(
          UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      })
    try check(
      perennial_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        CURLTransfer.of(context)?.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
          ?? 0
      })
    try check(
      perennial_curl_set_source(easy) { bytes, size, count, context in
        CURLTransfer.of(context)?.give(
          UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
          ?? Int(CURL_READFUNC_ABORT)
      })
    try check(
      perennial_curl_set_seeking(easy) { context, offset, origin in
        CURLTransfer.of(context)?.seek(to: offset, from: origin) ?? CURL_SEEKFUNC_FAIL
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CURLTransfer? {
    context.map { Unmanaged<CURLTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a line of a header. Another number than that of its bytes ends the transfer.
  private func takeLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard head.take(line: String(decoding: bytes, as: UTF8.self)) else { return bytes.count }
    do { body = AnswerBody(in: try request.sink(head.status)) } catch {
      failure = error
      return 0
    }
    return bytes.count
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    do {
      guard try body?.take(Data(bytes)) != nil else {
        throw HTTPTransportError.network("The answer has no header.")
      }
      return bytes.count
    } catch {
      failure = error
      // Less than none, also if there are no bytes.
      return -1
    }
  }

  private func give(_ place: UnsafeMutableRawBufferPointer) -> Int {
    lastActivity = .now
    do { return try source?.read(into: place) ?? 0 } catch {
      failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  private func seek(to offset: curl_off_t, from origin: Int32) -> Int32 {
    do {
      guard origin == SEEK_SET, let source else { return CURL_SEEKFUNC_FAIL }
      try source.seek(to: Int(offset))
      return CURL_SEEKFUNC_OK
    } catch {
      failure = error
      return CURL_SEEKFUNC_FAIL
    }
  }

  // MARK: The answer

  /// Returns the answer, or throws what has ended the transfer.
  func answer(after code: CURLcode) throws -> HTTPAnswer {
    if let failure { throw failure }
    try check(code)
    guard head.isComplete else {
      throw HTTPTransportError.network("The answer is not one of HTTP.")
    }
    return HTTPAnswer(status: head.status, body: body?.data ?? Data(), fields: head.fields)
  }

  // MARK: Options

  private func set(_ option: CURLoption, _ value: Int) throws {
    try check(perennial_curl_set_number(easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws {
    try check(perennial_curl_set_text(easy, option, value))
  }

  private func check(_ code: CURLcode) throws {
    guard code != CURLE_OK else { return }
    let text = String(cString: errorText)
    throw HTTPTransportError.network(
      (text.isEmpty ? String(cString: curl_easy_strerror(code)) : text) + ".")
  }
}
#endif
