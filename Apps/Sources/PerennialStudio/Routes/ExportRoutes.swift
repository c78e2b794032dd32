import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore
import PerennialInspection

/// The objects of a query as a file.
struct ExportRoutes: Sendable {
  let store: StudioStore

  /// The number of objects that are read at a time.
  private static let step = 500
  private static let queryTime: Duration = .seconds(30)

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/export") { request, _ in
      let fields = FormFields(queryOf: request)
      let wanted = RowRequest(fields)
      guard let format = DocumentFormat(rawValue: fields["format"]) else {
        throw HTTPError(.notFound)
      }
      // The first part is read before the response begins, so that its errors have a page.
      let (header, first) = try await store.read { store in
        let header = format == .csv ? try store.csvHeader(of: wanted.entity) : Data("[\n".utf8)
        return (header, try Self.part(of: wanted, from: .first, as: format, in: store))
      }
      let body = ResponseBody { writer in
        try await writer.write(ByteBuffer(bytes: header + first.data))
        var next = first.next
        while let key = next {
          let part = try await store.read {
            try Self.part(of: wanted, from: .after(key), as: format, in: $0)
          }
          let separator = format == .json && !part.data.isEmpty ? ",\n" : ""
          try await writer.write(ByteBuffer(bytes: Data(separator.utf8) + part.data))
          next = part.next
        }
        if format == .json { try await writer.write(ByteBuffer(string: "\n]\n")) }
        try await writer.finish(nil)
      }
      return Response(status: .ok, headers: format.headers(name: wanted.entity), body: body)
    }
  }

  private static func part(
    of wanted: RowRequest, from start: RowWindow.Start, as format: DocumentFormat,
    in store: InspectedStore
  ) throws -> RowDocument {
    let query = try wanted.query(in: store)
    return try store.limited(to: queryTime) {
      try store.document(of: query, start, limit: step, as: format)
    }
  }
}
