import PerennialRecords
import Testing

@Suite("The JSON form of messages")
struct MessageCodingTests {
  private let record = Record(.object(key: 1), type: "Tag", created: .at(1))
  private let recordText =
    #"{"created":"0000000000010000-0000000000000001","name":"o.0000000000000001","state":{},"#
    + #""type":"Tag"}"#

  private func expect<Message: Codable & Equatable>(_ message: Message, as text: String) throws {
    #expect(try JSON.text(of: message) == text)
    #expect(try JSON.value(Message.self, of: text) == message)
  }

  @Test("A question has a position, or none")
  func pullRequests() throws {
    try expect(PullRequest(token: nil), as: "{}")
    try expect(
      PullRequest(token: SyncToken(incarnation: 1, sequence: 2, floor: 3)),
      as: #"{"token":"1-2-3"}"#)
    #expect(try JSON.value(PullRequest.self, of: #"{"token":null}"#) == PullRequest(token: nil))
  }

  @Test("A page has records, the position after them and the hub's time")
  func pullReplies() throws {
    let token = SyncToken(incarnation: 1, sequence: 2)
    try expect(
      PullReply(hubTime: 5, records: [record], token: token, moreComing: true),
      as: #"{"hubTime":5,"moreComing":true,"records":[\#(recordText)],"token":"1-2-0"}"#)
    try expect(
      PullReply(hubTime: 5, records: [], token: token, moreComing: false),
      as: #"{"hubTime":5,"moreComing":false,"records":[],"token":"1-2-0"}"#)
  }

  @Test("A push has records")
  func pushRequests() throws {
    try expect(PushRequest(token: nil, records: []), as: #"{"records":[]}"#)
    let token = SyncToken(incarnation: 1, sequence: 4711)
    try expect(
      PushRequest(token: token, records: [record]),
      as: #"{"records":[\#(recordText)],"token":"1-4711-0"}"#)
  }

  @Test(
    "An answer names the refused records and the reasons",
    arguments: [
      (.nameTaken, "nameTaken"), (.referenceRefused, "referenceRefused"),
      (.typeDiffers, "typeDiffers"), (.invalidName, "invalidName"), (.tooLarge, "tooLarge"),
      (.assetMissing, "assetMissing"),
    ] as [(PushReply.Reason, String)])
  func pushReplies(reason: PushReply.Reason, text: String) throws {
    try expect(PushReply(hubTime: 5), as: #"{"hubTime":5,"refused":[]}"#)
    try expect(
      PushReply(hubTime: 5, refused: [.init(.object(key: 1), reason)]),
      as: #"{"hubTime":5,"refused":[{"name":"o.0000000000000001","reason":"\#(text)"}]}"#)
  }

  @Test(
    "An error has a code that devices know, and a reason for people",
    arguments: [
      (.tokenExpired, "tokenExpired"), (.hubRestored, "hubRestored"), (.clockAhead, "clockAhead"),
      (.tooLarge, "tooLarge"), (.badRequest, "badRequest"), (.unauthorized, "unauthorized"),
      (.forbidden, "forbidden"),
      (.quotaExceeded, "quotaExceeded"), (.tryAgainLater, "tryAgainLater"),
      (.upgradeRequired, "upgradeRequired"), (.accountMoved, "accountMoved"),
      (.internalError, "internalError"),
    ] as [(HubError.Code, String)])
  func errors(code: HubError.Code, text: String) throws {
    try expect(HubError(code, "Because."), as: #"{"code":"\#(text)","reason":"Because."}"#)
    try expect(
      HubError(code, "Because.", hubTime: 5, retryAfter: 1.5),
      as: #"{"code":"\#(text)","hubTime":5,"reason":"Because.","retryAfter":1.5}"#)
  }

  @Test(
    "A message of another form is an error",
    arguments: [
      "null", "[]", "{}", #"{"records": null}"#, #"{"records": {}}"#, #"{"records": [null]}"#,
      #"{"records": [{}]}"#, #"{"records": "a"}"#,
    ])
  func otherForms(text: String) {
    #expect(throws: DecodingError.self) { try JSON.value(PushRequest.self, of: text) }
    #expect(throws: DecodingError.self) { try JSON.value(PullReply.self, of: text) }
    #expect(throws: DecodingError.self) { try JSON.value(PushReply.self, of: text) }
    #expect(throws: DecodingError.self) { try JSON.value(HubError.self, of: text) }
  }
}
