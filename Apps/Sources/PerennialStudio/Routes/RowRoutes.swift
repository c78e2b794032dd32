import HTTPTypes
import HardenedHTTP
import Hummingbird
import PerennialInspection

/// The pages about the objects of an entity.
struct RowRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/rows") { [store] request, _ in
      let wanted = RowRequest(FormFields(queryOf: request))
      let choices = ColumnChoices(request.cookies[ColumnChoices.cookie]?.value ?? "")
      let (page, changed) = try await store.read { inspected in
        var changed = choices
        let isChosen = !wanted.columns.isEmpty
        if isChosen {
          changed[wanted.entity, inStore: inspected.identifier] =
            wanted.columns == [RowRequest.allColumns] ? [] : wanted.columns
        }
        let columns = changed[wanted.entity, inStore: inspected.identifier]
        return (
          try RowsPage(wanted, columns: columns, store: inspected, studio: store),
          isChosen ? changed : nil
        )
      }
      var response = try pages.page(
        page, status: page.problem == nil ? .ok : .unprocessableContent)
      if let changed { response.headers[.setCookie] = changed.setting }
      return response
    }
    router.get("/row") { [store] request, _ in
      let fields = FormFields(queryOf: request)
      guard let key = Int64(fields["key"]) else { throw HTTPError(.notFound) }
      let positions = RowPage.ListPositions(
        relationship: fields["links"], start: RowRequest.start(fields),
        before: Int64(fields["changes"]))
      let entity = fields["entity"]
      return try pages.page(
        try await store.read {
          try RowPage(entity, key: key, positions: positions, store: $0, studio: store)
        })
    }
  }
}
