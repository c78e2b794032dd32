import Foundation
import HardenedHTTP
import NIOCore
import PerennialRecords

@testable import PerennialHub

/// A decoder, with valid inputs for it.
///
/// A group of routes with decoders of its own adds targets to ``all``.
struct FuzzTarget: Sendable {
  /// A value that was not the same after it was encoded and decoded, or an error without a type of its own.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  /// The number of inputs among a hundred.
  let share: Int
  /// Valid inputs. They are JSON, or texts.
  let seeds: [String]
  let isJSON: Bool
  /// Decodes an input. It throws the errors of the decoder, and ``Violation``.
  let decode: @Sendable ([UInt8]) throws -> Void

  /// Returns `true` for an error that a request is answered with, other than 500.
  static func isTyped(_ error: any Error) -> Bool {
    error is HubError || error is WebError || error is DecodingError || error is Refusal
  }

  static let all = [push, webServices, pull, signIn, pairing, replies, positions, names]

  /// Runs a check of what was decoded. Its errors are violations, also those of a type that may refuse an input.
  static func checking<Result>(_ check: () throws -> Result) throws -> Result {
    do {
      return try check()
    } catch let violation as Violation {
      throw violation
    } catch { throw Violation(description: "the check failed: \(error)") }
  }

  private static func json<Value: Codable & Equatable>(
    _ type: Value.Type, _ bytes: [UInt8]
  ) throws -> Value {
    try JSONCheck.check(ByteBuffer(bytes: bytes))
    let value = try JSONDecoder().decode(type, from: Data(bytes))
    let copy = try checking { try JSONDecoder().decode(type, from: RecordCoding.answer(value)) }
    guard copy == value else { throw Violation(description: "\(value) became \(copy)") }
    return value
  }

  // MARK: Requests

  private static let push = FuzzTarget(
    name: "push", share: 25, seeds: records.map { "{\"records\":[\($0)],\"token\":\"1-2-0\"}" },
    isJSON: true
  ) { bytes in
    try JSONCheck.check(ByteBuffer(bytes: bytes))
    let push = try RecordCoding.push(in: Data(bytes))
    // Not all inputs are checked in all ways, for the time.
    if bytes.count.isMultiple(of: 2) { return try checkForms(of: push, in: bytes) }
    try checkJoins(of: push)
  }

  private static func checkForms(of push: PushRequest, in bytes: [UInt8]) throws {
    // The fast reader and the decoder of the library accept the same.
    let other = try? JSONDecoder().decode(PushRequest.self, from: Data(bytes))
    guard other == push else { throw Violation(description: "\(push) isn't \(other as Any)") }
    for record in push.records {
      let copy = try checking { try RecordCoding.record(in: RecordCoding.body(of: record)) }
      guard copy == record else { throw Violation(description: "\(record) became \(copy)") }
    }
  }

  private static func checkJoins(of push: PushRequest) throws {
    let account = Account(id: 1, name: "ann", created: 1, limit: 1 << 30)
    let zone = account.zone(1, sequence: 5)
    let first = try ZoneUpdate(
      PushRequest(token: nil, records: push.records),
      on: StoredZone(zone: zone, exists: true, records: [:], missing: [], account: account),
      hubTime: 1_800_000_000_000)
    let stored = Dictionary(
      first.changes.map { change in
        (change.record.name, RecordRow(body: change.body, sequence: change.sequence, changed: 0))
      }, uniquingKeysWith: { $1 })
    // A push that is repeated changes nothing.
    let second = try checking {
      try ZoneUpdate(
        PushRequest(token: nil, records: push.records),
        on: StoredZone(
          zone: first.zone, exists: true, records: stored, missing: [], account: account),
        hubTime: 1_800_000_000_000)
    }
    guard second.changes.isEmpty else {
      throw Violation(description: "\(second.changes.map(\.record)) changed again")
    }
  }

  private static let pull = FuzzTarget(
    name: "pull", share: 10,
    seeds: ["{}", "{\"token\":\"1795437450000-2-0\"}", "{\"token\":null}"],
    isJSON: true
  ) { _ = try json(PullRequest.self, $0) }

  private static let signIn = FuzzTarget(
    name: "sign-in", share: 10, seeds: ["{\"code\":\"7F3K-9QXM\",\"name\":\"Ann's phone\"}"],
    isJSON: true
  ) { bytes in
    let request = try json(SignInRequest.self, bytes)
    let name = try request.checkedName()
    guard !name.isEmpty, name.utf8.count <= 1024 else { throw Violation(description: name) }
    if let code = PairingCode(request.code) {
      guard PairingCode(code.text)?.digest == code.digest else {
        throw Violation(description: code.text)
      }
    }
  }

  private static let pairing = FuzzTarget(
    name: "pairing", share: 5, seeds: HubRole.allCases.map { "{\"role\":\"\($0.rawValue)\"}" },
    isJSON: true
  ) { _ = try json(PairingRequest.self, $0) }

  // MARK: Answers

  /// The answers of a hub, as a device decodes them.
  private static let replies = FuzzTarget(
    name: "replies", share: 10,
    seeds: [
      "{\"hubTime\":1,\"records\":[\(records[0])],\"token\":\"1-2-0\",\"moreComing\":false}",
      "{\"hubTime\":1,\"refused\":[{\"name\":\"p.1\",\"reason\":\"tooLarge\"}]}",
      "{\"code\":\"tryAgainLater\",\"reason\":\"x\",\"hubTime\":1,\"retryAfter\":1.5}",
    ], isJSON: true
  ) { bytes in
    switch bytes.count % 4 {
    case 0: _ = try json(PushReply.self, bytes)
    case 1: _ = try json(HubError.self, bytes)
    default: _ = try json(PullReply.self, bytes)
    }
  }

  // MARK: Texts

  private static let positions = FuzzTarget(
    name: "positions", share: 20,
    seeds: [
      "1795437450000-2-0", "0-0-0", "9223372036854775807-9223372036854775807-0",
      "018bcfe568000000-00000000000004d2", "bytes=0-9", "bytes=-5", "bytes=7-",
      "bytes=0-9223372036854775807",
    ], isJSON: false
  ) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let token = SyncToken(text), SyncToken("\(token)") != token {
      throw Violation(description: text)
    }
    for size in [0, 1, 10, Int64.max] {
      guard let range = ByteRange(text, of: size) else { continue }
      guard range.first >= 0, range.first <= range.last, range.last < size, range.count > 0 else {
        throw Violation(description: "\(text) of \(size) is \(range)")
      }
    }
  }

  private static let names = FuzzTarget(
    name: "names", share: 15,
    seeds: [
      "iCloud.example", "ann@example.org", "../../etc/passwd", "%2e%2e%2f", "o.0000000000000001",
      "localhost:8431", "[::1]:80", "hub.example", "127.0.0.1", "a'; DROP TABLE record; --",
    ], isJSON: false
  ) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let forbidden: Set<Character> = ["/", "\\", "\u{0}", "'", "\"", "%", " "]
    for isName in [HubName.isZone(text), HubName.isAccount(text), RecordName(text).isValid]
    where isName {
      let isSafe = !text.contains { forbidden.contains($0) && $0 != "'" }
      guard isSafe || RecordName(text).isValid, text.utf8.count <= 255 else {
        throw Violation(description: text)
      }
    }
    if HubName.isZone(text) || HubName.isAccount(text) {
      guard !text.hasPrefix("."), !text.contains(where: forbidden.contains) else {
        throw Violation(description: text)
      }
    }
    if let hosts = AllowedHosts(listeningOn: "127.0.0.1", adding: [text]) {
      guard !text.contains(where: { "@/\\ ".contains($0) }) else {
        throw Violation(description: text)
      }
      _ = hosts.allows(text, at: nil)
    }
  }

  /// Records of all kinds, with all members.
  private static let records: [String] = {
    var author = RecordAuthor(seed: 7)
    // Small ones, so that most changes concern what decides.
    return (0..<80).map { _ in
      let body = (try? RecordCoding.body(of: author.record())) ?? Data("{}".utf8)
      return String(decoding: body, as: UTF8.self)
    }.filter { $0.utf8.count < 700 }
  }()
}
