import Hummingbird
import PerennialRecords

/// The operations that name the user of a request.
struct WebUserRoutes: Sendable {
  func addRoutes(to routes: WebRoutes) {
    for operation in ["users/current", "users/caller"] {
      routes.add(operation, alsoGet: true) { call in
        let account = try call.session().account
        return .object(["userRecordName": .text(WebCaller.userRecordName(of: account))])
      }
    }
  }
}
