import Foundation

// The requests of the CloudKit Web Services protocol.

extension AccessRow {
  private static let place = "/database/1/\(HubClient.zone)/production/private"

  /// A request that a device sends with its token.
  private static func web(
    _ route: String, status: Int = 200, path: String, _ body: String = "{}"
  ) -> AccessRow {
    var row = AccessRow(route, status) { _ in Request(path: path, body: Data(body.utf8)) }
    row.refusals.unauthorizedCode = "\"serverErrorCode\":\"AUTHENTICATION_FAILED\""
    row.refusals.forbiddenCode = "\"serverErrorCode\":\"ACCESS_DENIED\""
    return row
  }

  private static func operation(_ name: String, _ body: String = "{}") -> AccessRow {
    web(
      "POST /database/1/{container}/{environment}/{database}/\(name)", path: "\(place)/\(name)",
      body)
  }

  private static func reading(_ name: String) -> AccessRow {
    var row = AccessRow(
      "GET /database/1/{container}/{environment}/{database}/\(name)", 200, path: "\(place)/\(name)")
    row.refusals.unauthorizedCode = "\"serverErrorCode\":\"AUTHENTICATION_FAILED\""
    return row
  }

  static let webServices: [AccessRow] =
    [
      operation(
        "records/modify", #"{"operations": []}"#),
      operation(
        "records/lookup", #"{"records": []}"#),
      operation(
        "records/changes", #"{"zoneID": {"zoneName": "perennial"}}"#),
      operation(
        "changes/zone", #"{"zones": [{"zoneID": {"zoneName": "perennial"}}]}"#),
      operation(
        "records/query",
        #"{"query": {"recordType": "Recipe"}, "zoneID": {"zoneName": "perennial"}}"#),
      operation("zones/list"),
      reading("zones/list"),
      operation(
        "zones/lookup", #"{"zones": []}"#),
      operation(
        "zones/modify", #"{"operations": []}"#),
      operation("changes/database"),
      operation("zones/changes"),
      operation(
        "assets/upload", #"{"tokens": []}"#),
      operation(
        "assets/rereference", #"{"assets": []}"#),
      operation("subscriptions/list"),
      reading("subscriptions/list"),
      operation(
        "subscriptions/lookup", #"{"subscriptions": []}"#),
      operation(
        "subscriptions/modify", #"{"operations": []}"#),
      operation("users/current"),
      reading("users/current"),
      operation("users/caller"),
      reading("users/caller"),
    ]
    + ["create", "register"].flatMap { name in
      ["database", "device"].map { root in
        web(
          "POST /\(root)/1/{container}/{environment}/tokens/\(name)",
          status: name == "create" ? 200 : 400,
          path: "/\(root)/1/\(HubClient.zone)/production/tokens/\(name)",
          name == "create" ? "{}" : "{\"apnsToken\": \"x\"}")
      }
    }
    // Their permissions are in the addresses, so no token helps.
    + [
      AccessRow("POST /database/1/assets", 401, path: "/database/1/assets"),
      AccessRow("GET /database/1/assets", 401, path: "/database/1/assets"),
      AccessRow("GET /database/1/courier", 401, path: "/database/1/courier"),
    ]
}
