import Hummingbird

/// The first page.
struct OverviewRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/") { [store] _, _ in
      try pages.page(try await store.read { try OverviewPage($0, store) })
    }
  }
}
