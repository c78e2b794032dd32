public import Foundation

/// The reason why a file that one of Apple's frameworks wrote cannot be read.
///
/// ```swift
/// do {
///   _ = try AppleStore(contentsOf: url)
/// } catch let error as AppleStoreError where error.code == .otherDatabase {
///   print(error.description)
/// }
/// ```
public struct AppleStoreError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The kind of failure.
  public enum Code: String, CaseIterable, Sendable {
    /// There is no file at the path.
    case missingFile
    /// The file, or one beside it, cannot be read or copied.
    case unreadableFile
    /// The file is not a SQLite database, or is encrypted.
    case notDatabase
    /// The file is a SQLite database, but not of Core Data or SwiftData.
    case otherDatabase
    /// The file is a store of Perennial.
    case perennialStore
    /// The file is damaged.
    case damagedFile
    /// The write-ahead log beside the file belongs to another file.
    case otherLog
    /// Another process has the file locked.
    case lockedFile
    /// The file was written to while it was read.
    case changedFile
    /// The format of the file is none that this version reads.
    case unknownFormat
    /// The description of the model in the file cannot be read.
    case unreadableModel
    /// The tables of the file do not fit its model.
    case otherLayout
    /// The store has no entity or property of this name.
    case unknownName
    /// The file has no description of its model, which this operation needs.
    case missingModel
    /// A value is larger than is read, or nested deeper.
    case limit
    /// A property cannot have a value of the file, and has neither nil nor a default.
    case unfitValue
  }

  /// The kind of failure.
  public let code: Code
  /// A text that says what happened, to what, and what to do.
  public let description: String
  /// The path of the file.
  public let path: String
  /// The name of the table, if one is concerned.
  public let table: String?
  /// The name of the entity, if one is concerned.
  public let entity: String?
  /// The name of the property, if one is concerned.
  public let property: String?
  /// The primary key of the row, if one is concerned.
  public let row: Int64?

  init(
    _ code: Code, path: String, table: String? = nil, entity: String? = nil,
    property: String? = nil, row: Int64? = nil, _ description: String
  ) {
    self.code = code
    self.path = path
    self.table = table
    self.entity = entity
    self.property = property
    self.row = row
    self.description = "\(path): \(description)"
  }
}

extension AppleStoreError {
  /// Returns the error with the place in the file at which reading has failed; the error itself if it has one.
  ///
  /// - Parameter key: The key of the last row that was read; nil if none was.
  func located(
    table: String, entity: String, property: String? = nil, behind key: Int64? = nil
  ) -> AppleStoreError {
    if self.table != nil || self.entity != nil { return self }
    let what = property.map { "the references “\($0)” of “\(entity)”" } ?? "the rows of “\(entity)”"
    let place = key.map { ", behind the row \($0)" } ?? ""
    let reason = description.dropFirst(path.count + 2)
    return AppleStoreError(
      code, path: path, table: table, entity: entity, property: property, row: row,
      "Reading \(what) in the table “\(table)”\(place) failed. \(reason)")
  }
}

/// The error as Foundation's `NSError`, with the domain `PerennialAppleStores.AppleStoreError`.
extension AppleStoreError: CustomNSError, LocalizedError {
  /// The domain `PerennialAppleStores.AppleStoreError`.
  public static var errorDomain: String { "PerennialAppleStores.AppleStoreError" }

  /// The number of the error's code. A number is never reassigned to another code.
  public var errorCode: Int {
    switch code {
    case .missingFile: 1
    case .unreadableFile: 2
    case .notDatabase: 3
    case .otherDatabase: 4
    case .perennialStore: 5
    case .damagedFile: 6
    case .otherLog: 7
    case .lockedFile: 8
    case .changedFile: 9
    case .unknownFormat: 10
    case .unreadableModel: 11
    case .otherLayout: 12
    case .unknownName: 13
    case .missingModel: 14
    case .limit: 15
    case .unfitValue: 16
    }
  }

  /// The description of the error.
  public var errorDescription: String? { description }
  /// The description of the error, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
