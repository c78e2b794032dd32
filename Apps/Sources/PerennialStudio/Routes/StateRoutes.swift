import HardenedHTTP
import Hummingbird

/// The pages about presets and sync.
struct StateRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/presets") { [store] request, _ in
      let fields = FormFields(queryOf: request)
      let (state, page) = (fields["state"], min(1_000_000, max(0, Int(fields["page"]) ?? 0)))
      return try pages.page(
        try await store.read { try PresetsPage(state: state, page: page, $0, store) })
    }
    router.get("/sync") { [store] _, _ in
      try pages.page(try await store.read { try SyncPage($0, store) })
    }
  }
}
