import GRDB

/// The common requirements of GRDB's two kinds of record.
protocol IntegersRecording: FetchableRecord, PersistableRecord {
  static var library: Library { get }
  init(_ value: Int)
}

/// Ten integers as a GRDB record that reads by position and writes by hand.
struct IntegersRecord: IntegersRecording {
  static let library = Library.grdb
  static let databaseTableName = "item"

  var pk: Int?
  var i0: Int
  var i1: Int
  var i2: Int
  var i3: Int
  var i4: Int
  var i5: Int
  var i6: Int
  var i7: Int
  var i8: Int
  var i9: Int

  init(_ value: Int) {
    (i0, i1, i2, i3, i4) = (value, value, value, value, value)
    (i5, i6, i7, i8, i9) = (value, value, value, value, value)
  }

  init(row: Row) {
    pk = row[0]
    i0 = row[1]
    i1 = row[2]
    i2 = row[3]
    i3 = row[4]
    i4 = row[5]
    i5 = row[6]
    i6 = row[7]
    i7 = row[8]
    i8 = row[9]
    i9 = row[10]
  }

  func encode(to container: inout PersistenceContainer) {
    container["pk"] = pk
    container["i0"] = i0
    container["i1"] = i1
    container["i2"] = i2
    container["i3"] = i3
    container["i4"] = i4
    container["i5"] = i5
    container["i6"] = i6
    container["i7"] = i7
    container["i8"] = i8
    container["i9"] = i9
  }
}

/// Ten integers as a GRDB record that leaves everything to `Codable`.
struct IntegersCodableRecord: Codable, IntegersRecording {
  static let library = Library.grdbCodable
  static let databaseTableName = "item"

  var pk: Int?
  var i0: Int
  var i1: Int
  var i2: Int
  var i3: Int
  var i4: Int
  var i5: Int
  var i6: Int
  var i7: Int
  var i8: Int
  var i9: Int

  init(_ value: Int) {
    (i0, i1, i2, i3, i4) = (value, value, value, value, value)
    (i5, i6, i7, i8, i9) = (value, value, value, value, value)
  }
}
