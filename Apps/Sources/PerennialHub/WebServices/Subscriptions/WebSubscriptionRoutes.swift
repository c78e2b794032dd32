import Foundation
import Hummingbird
import PerennialRecords

/// The operations on subscriptions.
struct WebSubscriptionRoutes: Sendable {
  let storage: any WebStorage
  let zones: WebZones

  /// The most subscriptions of an account to a database.
  private static let mostSubscriptions = 1000

  func addRoutes(to routes: WebRoutes) {
    routes.add("subscriptions/list", alsoGet: true) { call in
      let subscriptions = try await subscriptions(of: call)
      return .object(["subscriptions": .list(subscriptions.map(\.json))])
    }
    routes.add("subscriptions/lookup") { call in
      let wanted = try call.body.required("subscriptions", call.body.objects)
      let known = try await subscriptions(of: call)
      return .object([
        "subscriptions": .list(
          try wanted.map { object in
            let id = try object.required("subscriptionID", object.text)
            return known.first { $0.id == id }?.json ?? Self.missing(id)
          })
      ])
    }
    routes.add("subscriptions/modify") { try await modifySubscriptions($0) }
  }

  private static func missing(_ id: String) -> JSONValue {
    error(WebError(.notFound, "The subscription \(id) does not exist."), of: id)
  }

  private static func error(_ error: WebError, of id: String?) -> JSONValue {
    var members = error.members
    members["subscriptionID"] = id.map { .text($0) }
    return .object(members)
  }

  private func subscriptions(of call: WebCall) async throws -> [WebSubscription] {
    try await storage.subscriptions(
      of: call.session().account.id, to: call.database.name
    ).compactMap { WebSubscription($0, in: call.database) }
  }

  private func modifySubscriptions(_ call: WebCall) async throws -> JSONValue {
    let operations = try call.body.required("operations", call.body.objects)
    guard operations.count <= WebLimits.records else {
      throw WebError.badRequest("The request has too many operations; 200 are allowed.")
    }
    var answers: [JSONValue] = []
    for operation in operations {
      let subscription = try operation.required("subscription", operation.object)
      do {
        answers.append(try await modify(subscription, by: operation, call))
      } catch let error as WebError {
        answers.append(Self.error(error, of: subscription.members["subscriptionID"]?.text))
      }
    }
    return .object(["subscriptions": .list(answers)])
  }

  private func modify(
    _ object: JSONObject, by operation: JSONObject, _ call: WebCall
  ) async throws -> JSONValue {
    let account = try call.session().account.id
    let known = try await subscriptions(of: call).map(\.id)
    let kind = try operation.required("operationType", operation.text)
    switch kind {
    case "create", "update":
      let subscription = try WebSubscription(object, in: call.database)
      if kind == "update", !known.contains(subscription.id) { return Self.missing(subscription.id) }
      guard known.count < Self.mostSubscriptions || known.contains(subscription.id) else {
        throw WebError.badRequest(
          "The account has \(known.count) subscriptions, which are as many as are allowed.")
      }
      if let zone = subscription.zone { _ = try await zones.head(of: zone, in: call.database) }
      try await storage.put(subscription.stored(in: call.database), of: account)
      return subscription.json
    case "delete":
      let id = try object.required("subscriptionID", object.text)
      guard
        try await storage.removeSubscription(id, of: account, to: call.database.name)
      else { return Self.missing(id) }
      return .object(["subscriptionID": .text(id), "deleted": .bool(true)])
    default:
      throw WebError.badRequest(
        "“\(kind)” isn't an operation on subscriptions: create, update or delete.")
    }
  }
}
