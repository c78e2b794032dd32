import Hummingbird
import PerennialRecords

extension WebServices {
  func addUserRoutes(to routes: HubRoutes) {
    for operation in ["users/current", "users/caller"] {
      add(operation, to: routes, alsoGet: true) { call in
        let account = try call.session().account
        return .object(["userRecordName": .text(WebCaller.userRecordName(of: account))])
      }
    }
  }
}
