import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Subscriptions and notifications of Web Services", .timeLimit(.minutes(1)))
struct WebSubscriptionTests {
  private func modify(
    _ client: WebClient, _ kind: String, _ subscription: String
  ) async throws -> WebAnswer {
    let answer = try await client.send(
      "subscriptions/modify",
      #"{"operations": [{"operationType": "\#(kind)", "subscription": \#(subscription)}]}"#)
    return answer.status == 200
      ? WebAnswer(status: 200, json: answer["subscriptions", 0]) : answer
  }

  private static let zone = #""subscriptionType": "zone", "zoneID": {"zoneName": "perennial"}"#

  @Test("Subscriptions are created, listed, changed and deleted, each account its own")
  func life() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let other = WebClient(try await hub.signIn("bob"))
      for _ in 0..<2 {
        let made = try await modify(client, "create", #"{"subscriptionID": "s", \#(Self.zone)}"#)
        #expect(made.code == "" && made.text("subscriptionID") == "s")
      }
      let unnamed = try await modify(client, "create", "{\(Self.zone)}")
      #expect(!unnamed.text("subscriptionID").isEmpty)
      let changed = try await modify(
        client, "update", #"{"subscriptionID": "s", "firesOn": ["delete"], \#(Self.zone)}"#)
      #expect(changed["firesOn"] == .list([.text("delete")]))
      let list = try await client.send("subscriptions/list", nil, method: "GET")
      #expect(list.list("subscriptions").count == 2)
      #expect(try await other.send("subscriptions/list").list("subscriptions").isEmpty)
      let found = try await client.send(
        "subscriptions/lookup",
        #"{"subscriptions": [{"subscriptionID": "s"}, {"subscriptionID": "t"}]}"#)
      #expect(found["subscriptions", 0, "firesOn"] == .list([.text("delete")]))
      #expect(found.list("subscriptions").map(\.code) == ["", "NOT_FOUND"])
      #expect(
        try await modify(client, "delete", #"{"subscriptionID": "s"}"#)["deleted"] == .bool(true))
      #expect(try await modify(client, "delete", #"{"subscriptionID": "s"}"#).code == "NOT_FOUND")
      let missing = #"{"subscriptionID": "s", \#(Self.zone)}"#
      #expect(try await modify(client, "update", missing).code == "NOT_FOUND")
    }
  }

  @Test(
    "A subscription that cannot be read is refused",
    arguments: [
      #"{"subscriptionType": "record"}"#, "{}", #"{"subscriptionType": "query"}"#,
      #"{"subscriptionType": "zone", "firesOn": ["look"]}"#,
      #"{"subscriptionType": "zone", "firesOn": []}"#,
      #"{"subscriptionType": "zone", "subscriptionID": "a b"}"#,
      #"{"subscriptionType": "query", "query": {"recordType": "T", "filterBy": [{"comparator": "LIKE"}]}}"#,
    ])
  func mistakes(subscription: String) async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      #expect(try await modify(client, "create", subscription).code == "BAD_REQUEST")
      let gone = #"{"subscriptionType": "zone", "zoneID": {"zoneName": "None"}}"#
      #expect(try await modify(client, "create", gone).code == "ZONE_NOT_FOUND")
    }
  }

  // MARK: Notifications

  /// Returns the path at which the client waits.
  private func courier(_ client: WebClient) async throws -> String {
    var tokens = client
    tokens.database = "tokens"
    let answer = try await tokens.send("create", #"{"apnsEnvironment": "production"}"#)
    #expect(answer.text("apnsEnvironment") == "production")
    let registered = try await tokens.send(
      "register", #"{"apnsToken": "\#(answer.text("apnsToken"))"}"#)
    #expect(registered.status == 200)
    #expect(try await tokens.send("register", #"{"apnsToken": "x"}"#).status == 400)
    let url = try #require(URLComponents(string: answer.text("webcourierURL")))
    return "\(url.path)?\(url.percentEncodedQuery ?? "")"
  }

  private func wait(_ hub: TestHub, _ path: String) async throws -> WebAnswer {
    let answer = try await hub.stranger.get(path)
    let json = try? JSONDecoder().decode(UnknownContent.self, from: answer.body)
    return WebAnswer(status: answer.status, json: json ?? .null)
  }

  private func ids(_ answer: WebAnswer) -> [String] {
    answer.list("notifications").map { $0.text("subscriptionID") }.sorted()
  }

  @Test("A client that waits is answered by a change of a device, and of another client")
  func courier() async throws {
    try await withHub(configuring: { $0.longPoll = .milliseconds(300) }) { hub in
      let device = try await hub.signIn()
      let client = WebClient(try await hub.signIn("ann", as: "Script"))
      _ = try await client.zone("Z")
      let path = try await courier(client)
      #expect(try await wait(hub, path).status == 204)
      _ = try await modify(client, "create", #"{"subscriptionID": "zone", \#(Self.zone)}"#)
      _ = try await modify(
        client, "create", #"{"subscriptionID": "all", "subscriptionType": "database"}"#)
      _ = try await modify(
        client, "create",
        #"""
        {"subscriptionID": "query", "subscriptionType": "query", "zoneID": {"zoneName": "perennial"},
         "firesOn": ["create", "update"], "firesOnce": true,
         "query": {"recordType": "Recipe", "filterBy": [
           {"comparator": "EQUALS", "fieldName": "title", "fieldValue": {"value": "Pasta"}}]}}
        """#)
      async let waiting = wait(hub, path)
      _ = try await device.push([Sample.object(1, title: "Soup")])
      let woken = try await waiting
      #expect(ids(woken) == ["all", "zone"])
      // A change while no request waits is in the next answer.
      _ = try await device.push([Sample.object(2, title: "Pasta")])
      let missed = try await wait(hub, path)
      #expect(ids(missed) == ["all", "query", "zone"])
      let query = missed.list("notifications").first { $0.text("subscriptionType") == "query" }
      #expect(query?["recordNames"] == .list([.text(Sample.object(2).name.rawValue)]))
      #expect(try await wait(hub, path).status == 204)
      _ = try await client.modify("create", "a", in: "Z")
      let other = try await wait(hub, path)
      #expect(ids(other) == ["all"])
      #expect(other.text("notifications", 0, "zoneID", "zoneName") == "Z")
      _ = try await device.push([Sample.object(3, title: "Pasta")])
      let last = try await wait(hub, path)
      #expect(ids(last) == ["all", "zone"])
    }
  }

  @Test("The address ends with the token of its device, and works at both documented paths")
  func revocation() async throws {
    try await withHub(configuring: { $0.longPoll = .milliseconds(300) }) { hub in
      let device = try await hub.signIn()
      let client = WebClient(device)
      let path = try await courier(client)
      let second = try await HubClient(port: hub.port, token: device.token).post(
        "/device/1/iCloud.example/production/tokens/create", text: "{}")
      #expect(second.status == 200 && second.text.contains("webcourierURL"))
      #expect(try await client.send("create").status == 404)
      #expect(try await wait(hub, path).status == 204)
      #expect(try await device.send("DELETE", "/sync/1/devices/current").status == 204)
      #expect(try await wait(hub, path).status == 401)
    }
  }

  @Test("A write of a client wakes a device that waits")
  func wakeUp() async throws {
    try await withHub { hub in
      let device = try await hub.signIn()
      let client = WebClient(device)
      _ = try await client.modify("create", "a")
      let token = try await device.pull().json(PullReply.self).token
      async let waiting = device.get("/sync/1/zones/\(HubClient.zone)/changes?after=\(token)")
      _ = try await client.modify("forceUpdate", "a", #"{"n": {"value": 1}}"#)
      #expect(try await waiting.status == 200)
      let page = try await device.pull(after: token).json(PullReply.self)
      #expect(page.records.map(\.name.rawValue) == ["a"])
    }
  }

  @Test("The caller is the account of the token")
  func users() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let (one, two) = (
        try await client.send("users/current", nil, method: "GET"),
        try await client.send("users/caller")
      )
      #expect(one.text("userRecordName").hasPrefix("_") && one.json == two.json)
      let record = try await client.modify("create", "a")
      #expect(record["created", "userRecordName"] == one["userRecordName"])
    }
  }
}
