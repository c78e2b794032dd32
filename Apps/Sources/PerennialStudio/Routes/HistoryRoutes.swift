import HardenedHTTP
import Hummingbird

/// The pages about the history of the store.
struct HistoryRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/history") { [store] request, _ in
      let before = Int64(FormFields(queryOf: request)["before"])
      return try pages.page(
        try await store.read { try HistoryPage(before: before, $0, store) })
    }
    router.get("/transaction") { [store] request, _ in
      guard let number = Int64(FormFields(queryOf: request)["number"]) else {
        throw HTTPError(.notFound)
      }
      return try pages.page(
        try await store.read { try TransactionPage(number, store: $0, studio: store) })
    }
  }
}
