public import Foundation
import PerennialRecords

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Credentials in files that only the user of the process can read: one file of mode 0600 for each hub, in a
/// folder of mode 0700.
public struct FileCredentialStore: CredentialStore {
  private let folder: URL

  /// Creates a store of credentials.
  ///
  /// ```swift
  /// let credentials = FileCredentialStore(in: URL.applicationSupportDirectory)
  /// print(try credentials.credentials(for: hub.url)?.device ?? "signed out")
  /// ```
  ///
  /// - Parameter parent: A folder of the app, in which the folder `HubCredentials` is made.
  public init(in parent: URL) {
    folder = parent.appendingPathComponent("HubCredentials", isDirectory: true)
  }

  /// Returns the credentials for a hub; nil if there is no file.
  ///
  /// - Throws: ``CredentialError/invalidFile(_:)`` for a file with other contents;
  ///   ``CredentialError/readableByOthers(_:)`` for one with another mode; ``CredentialError/unavailable(_:)``.
  public func credentials(for hub: URL) throws -> HubCredentials? {
    let file = file(for: hub)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    try checkMode(of: file)
    do {
      return try JSONDecoder().decode(HubCredentials.self, from: Data(contentsOf: file))
    } catch is DecodingError {
      throw CredentialError.invalidFile(file.path)
    } catch { throw CredentialError.unavailable("\(error)") }
  }

  /// Writes the credentials for a hub. A file is replaced at once: it has the former contents or the new ones.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func store(_ credentials: HubCredentials, for hub: URL) throws {
    let data: Data
    do { data = try JSONEncoder().encode(credentials) } catch {
      throw CredentialError.unavailable("\(error)")
    }
    try replaceContents(of: file(for: hub), by: data)
  }

  /// Removes the file with the credentials for a hub, if it exists.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func removeCredentials(for hub: URL) throws { try remove(file(for: hub)) }

  /// Returns a secret, such as a key of sealed values; nil if there is no file. Each secret has a file of its own.
  ///
  /// - Throws: ``CredentialError/readableByOthers(_:)``; ``CredentialError/unavailable(_:)``.
  public func secret(named name: String, for hub: URL) throws -> Data? {
    let file = file(for: hub, named: name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    try checkMode(of: file)
    do { return try Data(contentsOf: file) } catch {
      throw CredentialError.unavailable("\(error)")
    }
  }

  /// Writes a secret. Nil removes its file.
  ///
  /// - Throws: ``CredentialError/unavailable(_:)``.
  public func store(secret: Data?, named name: String, for hub: URL) throws {
    let file = file(for: hub, named: name)
    if let secret { try replaceContents(of: file, by: secret) } else { try remove(file) }
  }

  // MARK: Files

  private func replaceContents(of file: URL, by data: Data) throws {
    do {
      try makeFolder()
      let new = file.appendingPathExtension(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: new) }
      try write(data, to: new)
      try replace(file, by: new)
    } catch let error as CredentialError {
      throw error
    } catch { throw CredentialError.unavailable("\(error)") }
  }

  private func remove(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    do { try FileManager.default.removeItem(at: file) } catch {
      throw CredentialError.unavailable("\(error)")
    }
  }

  private func file(for hub: URL, named secret: String? = nil) -> URL {
    let text = hub.absoluteString + (secret.map { "\u{1F}" + $0 } ?? "")
    let name = UUID(namespace: .urlNamespace, name: text)
    return folder.appendingPathComponent(name.uuidString.lowercased() + ".json")
  }

  private func makeFolder() throws {
    var folder = folder
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    #if canImport(Darwin)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try folder.setResourceValues(values)
    #else
    folder.removeAllCachedResourceValues()
    #endif
  }

  /// Writes a new file, which has its mode before it has its contents.
  private func write(_ data: Data, to file: URL) throws {
    #if os(Windows)
    try data.write(to: file)
    #else
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL, mode_t(0o600))
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    try handle.synchronize()
    try handle.close()
    #endif
  }

  /// Gives a new file the name of another one, in one step.
  private func replace(_ file: URL, by new: URL) throws {
    #if os(Windows)
    if FileManager.default.fileExists(atPath: file.path) {
      _ = try FileManager.default.replaceItemAt(file, withItemAt: new)
    } else {
      try FileManager.default.moveItem(at: new, to: file)
    }
    #else
    guard rename(new.path, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }

  private func checkMode(of file: URL) throws {
    #if !os(Windows)
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
    guard mode & 0o077 == 0 else { throw CredentialError.readableByOthers(file.path) }
    #endif
  }
}
