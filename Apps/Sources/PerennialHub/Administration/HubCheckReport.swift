/// The result of a check of a hub's database and assets.
public struct HubCheckReport: Sendable, Codable {
  /// A contradiction in the database, or between it and the files.
  public struct Problem: Equatable, Sendable, Codable {
    /// The kinds of problems.
    public enum Kind: String, Sendable, Codable {
      /// The database finds damaged pages, or rows that belong to no account.
      case damagedDatabase
      /// The counted bytes of an account differ from its records and assets.
      case accountBytes
      /// The head of a zone is less than the number of one of its changes, or than its forgotten changes.
      case zoneHead
      /// Records or assets belong to a zone without a head.
      case lostZone
      /// The JSON form of a record cannot be read, or differs from the columns of its row.
      case damagedRecord
      /// A record mentions an asset that the zone does not have.
      case missingAsset
      /// The file of an asset is missing, or has another size.
      case lostFile
      /// The file of an asset has other bytes.
      case damagedFile
    }

    /// The kind.
    public let kind: Kind
    /// The name of the account; nil for a problem of the whole database.
    public let account: String?
    /// The name of the zone; nil for a problem of an account.
    public let zone: String?
    /// The cause, for people. It has no values of records.
    public let description: String
  }

  /// The most problems that are listed.
  static let listed = 100

  /// The number of accounts that were checked.
  public internal(set) var accounts = 0
  /// The number of zones.
  public internal(set) var zones = 0
  /// The number of records.
  public internal(set) var records = 0
  /// The number of entries of assets.
  public internal(set) var assets = 0
  /// The number of bytes of records and assets.
  public internal(set) var bytes: Int64 = 0
  /// The number of files without an entry. A restored database does not know the files that were sent since its backup.
  public internal(set) var extraFiles = 0
  /// The first hundred problems.
  public internal(set) var problems: [Problem] = []
  /// The numbers of all problems, by kind.
  public internal(set) var counts: [String: Int] = [:]

  /// `true` if no problem was found.
  public var isSound: Bool { counts.isEmpty }

  mutating func add(
    _ kind: Problem.Kind, account: String? = nil, zone: String? = nil, _ description: String
  ) {
    counts[kind.rawValue, default: 0] += 1
    if problems.count < Self.listed {
      problems.append(
        Problem(kind: kind, account: account, zone: zone, description: description))
    }
  }
}
