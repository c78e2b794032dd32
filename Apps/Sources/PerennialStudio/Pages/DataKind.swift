import Foundation
import ReadableText

/// The type of data, by their first bytes.
struct DataKind {
  private static let beginnings: [(name: String, bytes: [UInt8])] = [
    ("PNG image", [0x89, 0x50, 0x4E, 0x47]),
    ("JPEG image", [0xFF, 0xD8, 0xFF]),
    ("GIF image", Array("GIF8".utf8)),
    ("TIFF image", [0x49, 0x49, 0x2A, 0x00]),
    ("TIFF image", [0x4D, 0x4D, 0x00, 0x2A]),
    ("PDF document", Array("%PDF".utf8)),
    ("property list", Array("bplist".utf8)),
    ("ZIP archive", [0x50, 0x4B, 0x03, 0x04]),
    ("gzip data", [0x1F, 0x8B]),
    ("SQLite database", Array("SQLite format 3".utf8)),
  ]

  let name: String

  init(_ data: Data) {
    let isWebP = data.starts(with: "RIFF".utf8) && data.dropFirst(8).starts(with: "WEBP".utf8)
    let isHEIF = data.dropFirst(4).starts(with: "ftyp".utf8)
    name =
      Self.beginnings.first { data.starts(with: $0.bytes) }?.name
      ?? (isWebP ? "WebP image" : isHEIF ? "media file" : "data")
  }

  func text(size: Int) -> String { "\(size.byteCount), \(name)" }
}
