import Foundation

/// The folder beside a store with the files of large values.
///
/// Its layout is known from notes of other projects: no given store has such a folder.
struct ExternalFolder {
  /// The folder of the files; nil if the store has none.
  private let path: String?

  /// `true` if the store has such a folder.
  var exists: Bool { path != nil }

  /// The greatest size of a file that is read: what SQLite allows for a value in a table.
  private static let limit = 1_000_000_000

  /// Finds the folder of a store. No symbolic links are followed.
  init(of store: String) {
    let url = URL(fileURLWithPath: store)
    let names = [url.deletingPathExtension().lastPathComponent, url.lastPathComponent]
    path = names.map { name in
      url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT").path
    }
    .first { Self.isFolder($0) && Self.isFolder($0 + "/_EXTERNAL_DATA") }
    .map { $0 + "/_EXTERNAL_DATA" }
  }

  /// Returns the name of the file that a stored value refers to; nil if the value has another form.
  ///
  /// The value is a byte 2 and the text of a UUID, and may end with a byte 0. Nothing else is taken as a name, so that
  /// no value leads out of the folder.
  static func fileName(in data: Data) -> String? {
    let bytes = [UInt8](data)
    guard bytes.first == 2, bytes.count == 37 || bytes.count == 38 && bytes[37] == 0 else {
      return nil
    }
    let name = String(decoding: bytes[1..<37], as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }

  /// Returns `true` if the folder has a file of a name.
  func has(_ name: String) -> Bool {
    guard let path else { return false }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// Returns the contents of a file.
  ///
  /// - Throws: ``ArchiveError``.
  func contents(of name: String) throws -> Data {
    guard let path else {
      throw ArchiveError.damaged("the folder with the file “\(name)” is not beside the store")
    }
    let file = path + "/" + name
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard let attributes else { throw ArchiveError.damaged("the file “\(name)” is missing") }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw ArchiveError.damaged("“\(name)” is not a regular file")
    }
    guard (attributes[.size] as? Int ?? 0) <= Self.limit else {
      throw ArchiveError.tooLarge("the file “\(name)” has more than \(Self.limit) bytes")
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ArchiveError.damaged("the file “\(name)” cannot be read")
    }
    return data
  }

  private static func isFolder(_ path: String) -> Bool {
    // The attributes are those of a link itself.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }
}
