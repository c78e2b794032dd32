#if !canImport(Darwin)
import Foundation

/// Makes objects of their archives: what Foundation has of that name on Apple's platforms only.
///
/// ``transformedValue(_:)`` takes data and gives the object, ``reverseTransformedValue(_:)`` the
/// other way round. Attributes are stored by way of the latter. Only classes that
/// ``allowedTopLevelClasses`` lists are unarchived.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that an archive may begin with.
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
    guard let value else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }
}
#endif
