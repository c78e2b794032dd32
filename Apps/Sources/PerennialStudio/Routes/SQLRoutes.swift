import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore
import PerennialInspection

/// The console for queries in SQL.
struct SQLRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/sql") { [store] request, _ in
      let fields = FormFields(queryOf: request)
      let (sql, showsPlan) = (fields["sql"], !fields["plan"].isEmpty)
      let page = try await store.read {
        try SQLPage(sql, showsPlan: showsPlan, store: $0, studio: store)
      }
      return try pages.page(page, status: page.problem == nil ? .ok : .unprocessableContent)
    }
    router.get("/sql/export") { request, _ in
      let fields = FormFields(queryOf: request)
      guard let format = DocumentFormat(rawValue: fields["format"]) else {
        throw HTTPError(.notFound)
      }
      let sql = fields["sql"]
      let result = try await store.read {
        try $0.query(sql, limit: SQLPage.limit, time: SQLPage.time)
      }
      let data = format == .csv ? result.csv : result.json
      return Response(
        status: .ok, headers: format.headers(name: "query"),
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
  }
}

extension DocumentFormat {
  /// The fields of a response that a browser saves as a file.
  func headers(name: String) -> HTTPFields {
    // Names of entities can have characters that a field of a response cannot.
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let file = "\(plain.isEmpty ? "rows" : plain).\(rawValue)"
    return [
      .contentType: self == .csv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
      .cacheControl: "no-store",
      .contentDisposition: "attachment; filename=\"\(file)\"",
    ]
  }
}
