/// One thing that programs can ask the JSON interface for.
struct APIEndpoint: Encodable {
  var method: String
  /// The path; a part that begins with a colon stands for a value.
  var path: String
  var summary: String
  /// The values of the query, by name.
  var query: [String: String]?

  init(_ method: String, _ path: String, summary: String, query: [String: String]? = nil) {
    self.method = method
    self.path = path
    self.summary = summary
    self.query = query
  }

  static let all: [APIEndpoint] = [
    APIEndpoint("GET", "/api", summary: "A description of this interface."),
    APIEndpoint(
      "GET", "/api/recipes", summary: "A page of the recipes.",
      query: [
        "q": "The words to search for, in any order.",
        "tag": "The name of a tag.",
        "favorites": "0 or 1.",
        "state": "presets, edited or yours.",
        "sort": "title, time, newest or rating.",
        "offset": "The number of recipes to skip.",
        "limit": "The number of recipes, up to 200; 60 by default.",
      ]),
    APIEndpoint("POST", "/api/recipes", summary: "Adds a recipe."),
    APIEndpoint("GET", "/api/recipes/:id", summary: "A recipe with ingredients, steps and log."),
    APIEndpoint("PUT", "/api/recipes/:id", summary: "Replaces a recipe; its log stays."),
    APIEndpoint("DELETE", "/api/recipes/:id", summary: "Deletes a recipe and its log."),
    APIEndpoint(
      "GET", "/api/recipes/:id/preset", summary: "The preset of a recipe, without your edits."),
    APIEndpoint(
      "POST", "/api/recipes/:id/restore", summary: "Discards the edits of a preset.",
      query: ["field": "The only part to restore, such as title or ingredients."]),
    APIEndpoint("GET", "/api/tags", summary: "The tags, each with the number of its recipes."),
    APIEndpoint(
      "GET", "/api/presets",
      summary: "The version of the presets, and the reset that can be undone."),
    APIEndpoint(
      "GET", "/api/update", summary: "The changes that a newer version of the presets would make."),
    APIEndpoint("POST", "/api/update", summary: "Updates the presets to the newer version."),
    APIEndpoint("GET", "/api/deleted", summary: "The deleted presets."),
    APIEndpoint("POST", "/api/deleted/restore", summary: "Restores all deleted presets."),
    APIEndpoint("POST", "/api/deleted/:key/restore", summary: "Restores one deleted preset."),
    APIEndpoint(
      "GET", "/api/reset", summary: "The changes that a reset would make.",
      query: ["own": "keep or delete."]
    ),
    APIEndpoint(
      "POST", "/api/reset", summary: "Resets the presets.", query: ["own": "keep or delete."]),
    APIEndpoint("POST", "/api/undo", summary: "Undoes the last reset."),
    APIEndpoint("GET", "/api/sync", summary: "The hub, the account, and the state of the sync."),
    APIEndpoint("POST", "/api/sync/sign-in", summary: "Signs in with a pairing code."),
    APIEndpoint(
      "POST", "/api/sync/sign-out", summary: "Signs out.", query: ["data": "keep or delete."]),
    APIEndpoint(
      "POST", "/api/sync/offline", summary: "Turns the offline switch on or off.",
      query: ["value": "1 or 0."]),
    APIEndpoint("POST", "/api/sync/retry", summary: "Tries again after a refusal of the hub."),
    APIEndpoint(
      "POST", "/api/sync/adopt", summary: "Gives the recipes to the account that is signed in."),
    APIEndpoint("GET", "/api/sync/conflicts", summary: "The conflicts that are not decided."),
    APIEndpoint(
      "POST", "/api/sync/conflicts/:conflict", summary: "Decides a conflict.",
      query: ["keep": "mine or theirs."]),
    APIEndpoint("POST", "/api/sync/code", summary: "Makes a pairing code for another device."),
    APIEndpoint("GET", "/api/sync/devices", summary: "The devices of the account."),
    APIEndpoint("DELETE", "/api/sync/devices/:device", summary: "Signs another device out."),
  ]
}

/// The description of the JSON interface.
struct APIDescription: Encodable {
  var name = "Cookbook"
  /// A page that people can read.
  var documentation = "Documentation/Cookbook.md"
  var errors = "{\"error\": {\"code\": …, \"message\": …, \"fields\": […]}}"
  /// Addresses to begin with.
  var links = [
    "events": "/events", "health": "/health", "recipes": "/api/recipes", "tags": "/api/tags",
  ]
  var endpoints = APIEndpoint.all
}
