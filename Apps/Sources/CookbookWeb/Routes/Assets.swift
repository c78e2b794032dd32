import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The style sheet, the script and the icon, held in memory.
struct Assets: Sendable {
  private struct Asset: Sendable {
    var type: String
    var body: ByteBuffer
    var tag: String
  }

  private let assets: [String: Asset]

  /// Reads the files.
  init() throws {
    var assets: [String: Asset] = [:]
    let types = ["css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"]
    for name in ["cookbook.css", "cookbook.js", "icon.svg", "tiles.svg", "tiles-dark.svg"] {
      let url = Bundle.module.url(
        forResource: name,
        withExtension: nil,
        subdirectory: "Assets"
      )
      guard let url else { throw ServerError.missingResource(name) }
      let data = try Data(contentsOf: url)
      let text = String(decoding: data, as: UTF8.self)
      assets[name] = Asset(
        type: types[url.pathExtension] ?? "image/svg+xml",
        body: ByteBuffer(bytes: data),
        tag: "\"\(data.count)-\(StableHash(text).pick(Int.max))\""
      )
    }
    self.assets = assets
  }

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/assets/:name") { request, context in
      guard let asset = assets[try context.parameters.require("name")] else {
        throw HTTPError(.notFound)
      }
      let headers: HTTPFields = [
        .contentType: asset.type, .eTag: asset.tag, .cacheControl: "no-cache",
      ]
      if request.headers[.ifNoneMatch] == asset.tag {
        return Response(status: .notModified, headers: headers)
      }
      return Response(headers: headers, body: ResponseBody(byteBuffer: asset.body))
    }
  }
}

extension Response {
  init(headers: HTTPFields, body: ResponseBody) {
    self.init(status: .ok, headers: headers, body: body)
  }
}
