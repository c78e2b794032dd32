import Foundation

/// The description of a backup in its file `manifest.json`. Documentation/BackupFormat.md specifies the format.
struct BackupManifest: Codable, Hashable, Sendable {
  static let formatVersion = 1
  static let fileName = StoreLocation.backupManifest

  struct Store: Codable, Hashable, Sendable {
    /// The name of the configuration that the store had.
    var configuration: String
    /// The name of the database's file in the backup.
    var file: String
    var bytes: Int
    var checksum: String
    /// The store's identifier, its format, and the version of its schema.
    var identifier: String
    var format: Int
    var version: String?
    var entities: [Entity]
    var externalFiles: [ExternalFile]

    /// The directory of the files of external storage.
    var directory: String { "\(file)-external" }
    var byteCount: Int { externalFiles.reduce(bytes) { $0 + $1.bytes } }
  }

  struct Entity: Codable, Hashable, Sendable {
    var name: String
    /// The checksum of the entity's description.
    var checksum: String
    var objects: Int
  }

  struct ExternalFile: Codable, Hashable, Sendable {
    var name: String
    var bytes: Int
    /// Nil if the file is a hard link to the store's own file.
    var checksum: String?
  }

  var format = formatVersion
  /// The date at which the backup was made, in ISO 8601.
  var date: String
  /// The operation that restoring the backup undoes; nil if it was not made for one.
  var undoes: String?
  var stores: [Store]

  // MARK: Dates

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func text(of date: Date) -> String { style.format(date) }

  func time() throws -> Date { try Self.style.parse(date) }

  // MARK: The file

  /// Reads the manifest of a backup.
  ///
  /// - Throws: ``SwiftDataError/invalidBackup``, ``SwiftDataError/incompatibleBackup``.
  static func read(from directory: URL) throws -> BackupManifest {
    let path = directory.appendingPathComponent(fileName).path
    func damage(_ reason: String) -> SwiftDataError { .invalidBackup.because("\(path): \(reason)") }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw damage(
        "the directory is not a backup: the manifest cannot be read: \(error.localizedDescription)")
    }
    struct Format: Decodable { var format: Int }
    let manifest: BackupManifest
    do {
      let format = try JSONDecoder().decode(Format.self, from: data).format
      guard format <= formatVersion else {
        throw SwiftDataError.incompatibleBackup.newerFormat(format, than: formatVersion, path)
      }
      manifest = try JSONDecoder().decode(Self.self, from: data)
      _ = try manifest.time()
    } catch let error as SwiftDataError {
      throw error
    } catch {
      throw damage("the manifest is damaged: \(error)")
    }
    // The manifest is not trusted: its names must not refer to files outside the directory.
    for store in manifest.stores {
      if store.file.isEmpty || store.file.hasPrefix(".")
        || store.file.contains(where: \.isSeparator)
      {
        throw damage("“\(store.file)” is not the file name of a store")
      }
      for file in store.externalFiles where UUID(uuidString: file.name) == nil {
        throw damage("“\(file.name)” is not the name of a file of external storage")
      }
    }
    return manifest
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension Character {
  fileprivate var isSeparator: Bool { self == "/" || self == "\\" || self == "\0" }
}
