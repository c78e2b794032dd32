public import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore

/// Style sheets, scripts and icons of a server, held in memory.
public struct StaticAssets: Sendable {
  /// A file that the program was installed without.
  public struct Missing: Error {
    public let name: String
  }

  private struct Asset: Sendable {
    var type: String
    var body: ByteBuffer
    var tag: String
  }

  private let assets: [String: Asset]

  /// Reads the files of a bundle's folder.
  public init(_ names: [String], in folder: String, of bundle: Bundle) throws(Missing) {
    var files: [String: Data] = [:]
    for name in names {
      let url = bundle.url(forResource: name, withExtension: nil, subdirectory: folder)
      guard let url, let data = try? Data(contentsOf: url) else { throw Missing(name: name) }
      files[name] = data
    }
    self.init(files)
  }

  /// Takes the contents of files by their names.
  public init(_ files: [String: Data]) {
    let types = ["css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"]
    assets = Dictionary(
      uniqueKeysWithValues: files.map { name, data in
        // FNV-1a: the same in every process, so that browsers keep their copy.
        let hash = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
          ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        return (
          name,
          Asset(
            type: types[ending] ?? "image/svg+xml", body: ByteBuffer(bytes: data),
            tag: "\"\(data.count)-\(hash)\"")
        )
      })
  }

  public func addRoutes(to router: Router<some RequestContext>) {
    router.get("/assets/:name") { request, context in
      guard let asset = assets[try context.parameters.require("name")] else {
        throw HTTPError(.notFound)
      }
      let headers: HTTPFields = [
        .contentType: asset.type, .eTag: asset.tag, .cacheControl: "no-cache",
      ]
      // The tag of a compressed response is a weak one.
      let known = request.headers[.ifNoneMatch]
      if known == asset.tag || known == "W/" + asset.tag {
        return Response(status: .notModified, headers: headers)
      }
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.body))
    }
  }
}
