import HardenedHTTP
import Hummingbird

/// The pages about the objects of an entity.
struct RowRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/rows") { [store] request, _ in
      let wanted = RowRequest(FormFields(queryOf: request))
      let page = try await store.read { try RowsPage(wanted, $0, store) }
      return try pages.page(page, status: page.problem == nil ? .ok : .unprocessableContent)
    }
    router.get("/row") { [store] request, _ in
      let fields = FormFields(queryOf: request)
      guard let key = Int64(fields["key"]) else { throw HTTPError(.notFound) }
      let place = RowPage.Place(
        relationship: fields["links"], start: RowRequest.start(fields),
        before: Int64(fields["changes"]))
      let entity = fields["entity"]
      return try pages.page(try await store.read { try RowPage(entity, key, place, $0, store) })
    }
  }
}
