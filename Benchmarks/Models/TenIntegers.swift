import SwiftData

/// The model with ten integer columns.
@Model
final class TenIntegers {
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
    i0 = value
    i1 = value
    i2 = value
    i3 = value
    i4 = value
    i5 = value
    i6 = value
    i7 = value
    i8 = value
    i9 = value
  }
}
