#if !canImport(Darwin)
import Foundation

/// Converts archives to objects. On Apple's platforms, Foundation has a class of this name.
///
/// ``transformedValue(_:)`` converts data to an object, and ``reverseTransformedValue(_:)``
/// converts an object to data. Attributes are stored with the latter. Only classes that
/// ``allowedTopLevelClasses`` lists are unarchived.
///
/// A value that Foundation cannot archive here and read again, or that has an object of a class that
/// is not listed, is not converted. Then the save throws, and nothing is written.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that the root object of an archive may have.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value,
      ArchivableValue(classes: Self.allowedTopLevelClasses).isArchivable(value)
    else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }
}
#endif
