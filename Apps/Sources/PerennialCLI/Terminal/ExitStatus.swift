import ArgumentParser
import Foundation
import Perennial
import PerennialAppleStores
import PerennialHub
import PerennialInspection
import PerennialPresets
import PerennialRecords

/// The numbers that commands end with. Documentation/CommandLine.md lists them; they do not change.
enum ExitStatus: Int32 {
  case found = 1
  case unconfirmed = 2
  case misused = 64
  case damaged = 65
  case missing = 66
  case failed = 70
  case exists = 73
  case unwritable = 74

  var code: ExitCode { ExitCode(rawValue) }

  /// Creates the status for an error of the library or of a command.
  init(_ error: any Error) {
    switch error {
    case let error as any CommandError: self = error.exitStatus
    case is DocumentError: self = .damaged
    case let error as InspectionError:
      self =
        switch error.code {
        case .unknownEntity, .unknownProperty: .missing
        case .damagedStore, .otherSchema: .damaged
        case .targetExists, .targetNotEmpty: .exists
        case .fileFailure: .unwritable
        case .timeLimit: .failed
        }
    case let error as SwiftDataError
    where error == .loadIssueModelContainer && error.underlyingError is CocoaError:
      // The file, or its directory.
      self = .unwritable
    case SwiftDataError.loadIssueModelContainer: self = .damaged
    case SwiftDataError.invalidBackup, SwiftDataError.incompatibleBackup: self = .damaged
    case SwiftDataError.backupFailure: self = .unwritable
    case SwiftDataError.missingExternalFile: self = .damaged
    case SwiftDataError.storeFailure, SwiftDataError.readOnlyStore: self = .unwritable
    case PresetError.Code.unknownPreset, PresetError.Code.unknownEntity: self = .missing
    case PresetError.Code.invalidRule, PresetError.Code.invalidScope: self = .misused
    case is PresetError: self = .damaged
    case let error as HubStorageError: self.init(error.code)
    case let error as AppleStoreError: self.init(error.code)
    case HubServerError.needsTLS, HubServerError.invalidHostName: self = .misused
    default: self = .failed
    }
  }

  private init(_ code: HubStorageError.Code) {
    self =
      switch code {
      case .accountExists, .existingFile: .exists
      case .invalidName, .invalidKey, .unsupported: .misused
      case .unknownAccount, .unknownDevice, .unknownKey, .missingFile: .missing
      case .otherFile: .damaged
      case .fileInUse, .fileFailure, .serverFailure, .unavailable: .unwritable
      case .accountState, .moveFailure: .failed
      }
  }

  private init(_ code: AppleStoreError.Code) {
    self =
      switch code {
      case .missingFile, .unknownName: .missing
      case .unreadableFile, .lockedFile, .changedFile: .unwritable
      case .notDatabase, .otherDatabase, .perennialStore, .damagedFile, .otherLog, .unknownFormat,
        .unreadableModel, .otherLayout, .missingModel, .limit, .unfitValue:
        .damaged
      }
  }

  /// Writes an error to standard error, unless the parser of arguments does.
  ///
  /// - Returns: The error that ends the program with the right status.
  static func report(_ error: any Error) -> any Error {
    if error is ExitCode || error is ValidationError { return error }
    let reason =
      (error as? SwiftDataError)?.explanation ?? (error as? HubError)?.reason ?? "\(error)"
    Console.complain("perennial: \(sentence(reason))")
    return ExitStatus(error).code
  }

  /// Returns a text with a full stop at its end, which some errors of the library lack.
  private static func sentence(_ text: String) -> String {
    guard let last = text.last, !".!?…:".contains(last), !text.contains("\n") else { return text }
    return "\(text)."
  }
}

/// An error of a command. It says with which status the command ends.
protocol CommandError: Error, CustomStringConvertible {
  var exitStatus: ExitStatus { get }
}

/// A file that was to be read and is not there.
struct MissingFile: CommandError {
  let exitStatus = ExitStatus.missing
  let path: String
  /// A sentence that says what to do; nil if the path has to be another one.
  var remedy: String?
  var description: String {
    "\(path) does not exist\(remedy.map { ". \($0)" } ?? "")"
  }
}

/// A command whose errors are told on standard error, and end with a status of their own.
protocol ToolCommand: ParsableCommand {
  func perform() throws
}

extension ToolCommand {
  func run() throws {
    do {
      try perform()
    } catch {
      throw ExitStatus.report(error)
    }
  }
}
