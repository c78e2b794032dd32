import Crypto
import Foundation
import HTTPTypes
import PerennialRecords
import Testing

@testable import PerennialHub

@Suite("Credentials of Web Services", .timeLimit(.minutes(1)))
struct WebAccessTests {
  /// The vector of the reference, whose signature was made with OpenSSL.
  private static let vector = (
    key: """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEi2m+q3J11dyhPzjaysmCA3GJWCYi
    qtalip9Ap3KQbPt7EdxaH5PHo1GP71dAZynKVKtsv3ejCPIfjxbAx+2Kww==
    -----END PUBLIC KEY-----
    """,
    body: #"{"query":{"recordType":"Items"}}"#, date: "2026-01-25T22:15:43Z",
    path: "/database/1/iCloud.com.example.app/development/public/records/query",
    signature:
      "MEYCIQCRB8/hlSFqsNKvCC5HF9yWBhZekdgHWePpQpE9A+HDvgIhALWOr4Ht8aE4/TvkoM+50QQIb2fMnuh9UrzCtBXsZ1Lg"
  )

  private static func fields(_ key: String, _ date: String, _ signature: String) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in [
      (RequestSignature.keyField, key), (RequestSignature.dateField, date),
      (RequestSignature.signatureField, signature),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }

  @Test("The signature of the reference is valid for its message only")
  func reference() throws {
    let vector = Self.vector
    let key = try P256.Signing.PublicKey(pemRepresentation: vector.key).x963Representation
    let signature = try #require(
      try RequestSignature(Self.fields("k", vector.date, vector.signature)))
    try signature.check(Data(vector.body.utf8), path: vector.path, key: key)
    #expect(throws: WebError.self) {
      try signature.check(Data("\(vector.body) ".utf8), path: vector.path, key: key)
    }
    #expect(throws: WebError.self) {
      try signature.check(Data(vector.body.utf8), path: vector.path + "?a=b", key: key)
    }
    let other = try #require(
      try RequestSignature(Self.fields("k", "2026-01-25T22:15:44Z", vector.signature)))
    #expect(throws: WebError.self) {
      try other.check(Data(vector.body.utf8), path: vector.path, key: key)
    }
  }

  @Test(
    "The date of a signature may differ from the clock by ten minutes",
    arguments: [
      (-601_000, false), (-600_001, false), (-600_000, true), (0, true), (600_000, true),
      (600_001, false), (601_000, false),
    ] as [(Int64, Bool)])
  func dates(difference: Int64, isAccepted: Bool) throws {
    let vector = Self.vector
    let signature = try #require(
      try RequestSignature(Self.fields("k", vector.date, vector.signature)))
    let time = try Date(vector.date, strategy: .iso8601)
    let now = Int64(time.timeIntervalSince1970) * 1000 + difference
    if isAccepted {
      try signature.checkDate(at: now)
    } else {
      #expect(throws: WebError.self) { try signature.checkDate(at: now) }
    }
  }

  /// Returns the fields of a signed request.
  private static func signed(
    _ key: P256.Signing.PrivateKey, _ id: String, _ body: String, path: String, at time: Int64,
    emptyHash: Bool = false
  ) throws -> [String: String] {
    let date = Date(timeIntervalSince1970: Double(time / 1000)).formatted(.iso8601)
    let hash =
      emptyHash ? "" : Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
    let signature = try key.signature(for: Data("\(date):\(hash):\(path)".utf8))
    return [
      RequestSignature.keyField: id, RequestSignature.dateField: date,
      RequestSignature.signatureField: signature.derRepresentation.base64EncodedString(),
    ]
  }

  @Test("A server signs its requests, and each part of the signature that is wrong is named")
  func signatures() async throws {
    try await withHub { hub in
      let key = P256.Signing.PrivateKey()
      let id = try await HubAdministration(hub.storage).addServerKey(
        key.publicKey.pemRepresentation, to: "iCloud.example", named: "importer", at: hub.clock.now
      ).id
      let client = WebClient(port: hub.port, credentials: "", database: "public")
      let path = client.path("zones/list")
      func status(_ headers: [String: String], _ body: String? = "{}") async throws -> WebAnswer {
        try await client.send("zones/list", body, headers: headers)
      }
      let now = hub.clock.now
      #expect(try await status(Self.signed(key, id, "{}", path: path, at: now)).status == 200)
      #expect(try await status(Self.signed(key, id, "", path: path, at: now), nil).status == 200)
      let empty = try Self.signed(key, id, "", path: path, at: now, emptyHash: true)
      #expect(try await status(empty, nil).status == 200)
      #expect(try await status(empty).status == 401)
      for difference in [-300_000, 300_000] as [Int64] {
        let time = now + difference
        #expect(try await status(Self.signed(key, id, "{}", path: path, at: time)).status == 200)
      }

      let right = try Self.signed(key, id, "{}", path: path, at: now)
      let (keyField, dateField) = (RequestSignature.keyField, RequestSignature.dateField)
      let signatureField = RequestSignature.signatureField
      let late = try Self.signed(key, id, "{}", path: path, at: now - 602_000)
      let stranger = try Self.signed(P256.Signing.PrivateKey(), id, "{}", path: path, at: now)
      for (headers, reason) in [
        (right.merging([keyField: "1"]) { $1 }, keyField),
        (right.merging([dateField: "yesterday"]) { $1 }, dateField),
        (right.merging([signatureField: "AAAA"]) { $1 }, signatureField),
        (right.filter { $0.key != dateField }, "The field \(dateField) is missing"),
        (late, "differs from the hub's clock"), (stranger, "does not belong to the message"),
        (right.merging(["Authorization": "Bearer x"]) { $1 }, "a signature and a token"),
      ] {
        let answer = try await status(headers)
        #expect(answer.status == 401 && answer.code == "AUTHENTICATION_FAILED")
        #expect(answer.text("reason").contains(reason), "\(answer.json)")
      }
      let secret = WebClient(port: hub.port, credentials: "", database: "private")
      let headers = try Self.signed(key, id, "{}", path: secret.path("zones/list"), at: now)
      #expect(try await secret.send("zones/list", headers: headers).code == "ACCESS_DENIED")

      try await HubAdministration(hub.storage).revokeWebKey(
        id, of: "iCloud.example", at: hub.clock.now)
      #expect(try await status(right).status == 401)
    }
  }

  @Test("Each kind of credentials reaches its databases, and no other one")
  func reach() async throws {
    try await withHub { hub in
      let device = try await hub.signIn()
      let token = try #require(device.token)
      let (_, api) = try await HubAdministration(hub.storage).addAPIToken(
        to: "iCloud.example", named: "website", at: hub.clock.now)
      func answer(
        _ credentials: String, _ database: String, write: Bool = false
      ) async throws -> String {
        let client = WebClient(port: hub.port, credentials: credentials, database: database)
        let answer =
          write
          ? try await client.modify("forceUpdate", "a", in: "_defaultZone")
          : try await client.send("zones/list")
        return answer.status == 200 ? "ok" : "\(answer.status) \(answer.code)"
      }
      let wrong = "401 AUTHENTICATION_FAILED"
      for (credentials, database, write, expected) in [
        ("", "private", false, wrong), ("", "public", false, wrong),
        ("ckWebAuthToken=\(token)", "private", true, "ok"),
        ("ckWebAuthToken=\(token)", "public", false, "ok"),
        ("ckWebAuthToken=\(token)", "public", true, "403 ACCESS_DENIED"),
        ("ckWebAuthToken=x", "private", false, wrong),
        ("ckAPIToken=\(api)", "public", false, "ok"),
        ("ckAPIToken=\(api)", "public", true, "403 ACCESS_DENIED"),
        ("ckAPIToken=\(api)", "private", false, "421 AUTHENTICATION_REQUIRED"),
        ("ckAPIToken=\(api)&ckWebAuthToken=\(token)", "private", true, "ok"),
        ("ckAPIToken=x&ckWebAuthToken=\(token)", "private", false, wrong),
        ("ckAPIToken=\(token)", "public", false, wrong),
        ("ckWebAuthToken=\(api)", "private", false, wrong),
        ("ckWebAuthToken=\(token)", "shared", false, "400 BAD_REQUEST"),
        ("ckWebAuthToken=\(token)", "other", false, "400 BAD_REQUEST"),
      ] {
        #expect(
          try await answer(credentials, database, write: write) == expected,
          "\(credentials) \(database) \(write)")
      }
      var other = WebClient(device)
      other.environment = "staging"
      #expect(try await other.send("zones/list").status == 400)
      var bearer = WebClient(device)
      bearer.credentials = ""
      let headers = ["Authorization": "Bearer \(token)"]
      #expect(try await bearer.send("zones/list", headers: headers).status == 200)
      #expect(try await WebClient(device).send("zones/list", nil, method: "GET").status == 200)
      let unknown = try await WebClient(device).send("records/merge")
      #expect(unknown.status == 404 && unknown.code == "NOT_FOUND")
    }
  }

  @Test("Environments, containers and accounts do not see each other's records")
  func isolation() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      _ = try await client.modify("create", "secret")
      _ = try await client.zone("Z")
      var others = [client, client, WebClient(try await hub.signIn("bob"))]
      others[0].environment = "development"
      others[1].container = "iCloud.example2"
      for other in others {
        #expect(try await other.lookup("secret").code == "NOT_FOUND")
        let zones = try await other.send("zones/list").list("zones")
        #expect(zones.map { $0.text("zoneID", "zoneName") } == ["_defaultZone", "perennial"])
      }
    }
  }

  @Test("Wrong credentials are counted: after 60 of them, an address has to wait")
  func attempts() async throws {
    try await withHub { hub in
      let client = WebClient(port: hub.port, credentials: "ckAPIToken=x", database: "public")
      var answers: [WebAnswer] = []
      for _ in 0..<61 { answers.append(try await client.send("zones/list")) }
      #expect(answers.prefix(60).allSatisfy { $0.status == 401 })
      #expect(answers[60].status == 429 && answers[60].code == "THROTTLED")
      #expect(answers[60]["retryAfter"] != .null)
    }
  }
}
