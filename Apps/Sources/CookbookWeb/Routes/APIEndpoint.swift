/// One thing that programs can ask the JSON interface for.
struct APIEndpoint: Encodable {
  var method: String
  /// The path; a part that begins with a colon stands for a value.
  var path: String
  var summary: String
  /// The values of the query, by name.
  var query: [String: String]?

  init(_ method: String, _ path: String, _ summary: String, query: [String: String]? = nil) {
    self.method = method
    self.path = path
    self.summary = summary
    self.query = query
  }

  static let all: [APIEndpoint] = [
    APIEndpoint("GET", "/api", "A description of this interface."),
    APIEndpoint(
      "GET", "/api/recipes", "A page of the recipes.",
      query: [
        "q": "The words to search for, in any order.",
        "tag": "The name of a tag.",
        "favorites": "0 or 1.",
        "state": "presets, edited or yours.",
        "sort": "title, time, newest or rating.",
        "offset": "The number of recipes to skip.",
        "limit": "The number of recipes, up to 200; 60 by default.",
      ]),
    APIEndpoint("POST", "/api/recipes", "Adds a recipe."),
    APIEndpoint("GET", "/api/recipes/:id", "A recipe with ingredients, steps and log."),
    APIEndpoint("PUT", "/api/recipes/:id", "Replaces a recipe; its log stays."),
    APIEndpoint("DELETE", "/api/recipes/:id", "Deletes a recipe and its log."),
    APIEndpoint("GET", "/api/recipes/:id/preset", "The preset of a recipe, without your edits."),
    APIEndpoint(
      "POST", "/api/recipes/:id/restore", "Discards the edits of a preset.",
      query: ["field": "The only part to restore, such as title or ingredients."]),
    APIEndpoint("GET", "/api/tags", "The tags, each with the number of its recipes."),
    APIEndpoint(
      "GET", "/api/presets", "The version of the presets, and the reset that can be undone."),
    APIEndpoint(
      "GET", "/api/update", "The changes that a newer version of the presets would make."),
    APIEndpoint("POST", "/api/update", "Updates the presets to the newer version."),
    APIEndpoint("GET", "/api/deleted", "The deleted presets."),
    APIEndpoint("POST", "/api/deleted/restore", "Restores all deleted presets."),
    APIEndpoint("POST", "/api/deleted/:key/restore", "Restores one deleted preset."),
    APIEndpoint(
      "GET", "/api/reset", "The changes that a reset would make.", query: ["own": "keep or delete."]
    ),
    APIEndpoint(
      "POST", "/api/reset", "Resets the presets.", query: ["own": "keep or delete."]),
    APIEndpoint("POST", "/api/undo", "Undoes the last reset."),
    APIEndpoint("GET", "/api/sync", "The hub, the account, and the state of the sync."),
    APIEndpoint("POST", "/api/sync/sign-in", "Signs in with a pairing code."),
    APIEndpoint(
      "POST", "/api/sync/sign-out", "Signs out.", query: ["data": "keep or delete."]),
    APIEndpoint(
      "POST", "/api/sync/offline", "Turns the offline switch on or off.",
      query: ["value": "1 or 0."]),
    APIEndpoint("POST", "/api/sync/retry", "Tries again after a refusal of the hub."),
    APIEndpoint(
      "POST", "/api/sync/adopt", "Gives the recipes to the account that is signed in."),
    APIEndpoint("GET", "/api/sync/conflicts", "The conflicts that are not decided."),
    APIEndpoint(
      "POST", "/api/sync/conflicts/:conflict", "Decides a conflict.",
      query: ["keep": "mine or theirs."]),
    APIEndpoint("POST", "/api/sync/code", "Makes a pairing code for another device."),
    APIEndpoint("GET", "/api/sync/devices", "The devices of the account."),
    APIEndpoint("DELETE", "/api/sync/devices/:device", "Signs another device out."),
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
