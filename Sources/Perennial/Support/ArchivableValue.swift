#if !canImport(Darwin)
import Foundation

/// The values that Foundation archives, and reads again, off Apple's platforms.
///
/// Its archiver and its unarchiver do not report all classes that they cannot handle as errors. The classes here were
/// run on Linux with Swift 6.3.1.
struct ArchivableValue {
  /// The classes that the unarchiver may read.
  let classes: [AnyClass]

  /// Returns `true` if a value, with all values in it, can be archived and read again.
  ///
  /// The classes of a program are archived by their own code, which is not looked at.
  func isArchivable(_ value: Any) -> Bool {
    switch value {
    case is NSDecimalNumber, is Decimal, is NSAttributedString: false
    case let array as NSArray: isListed(NSArray.self) && array.allSatisfy(isArchivable)
    case let array as [Any]: isListed(NSArray.self) && array.allSatisfy(isArchivable)
    case let dictionary as NSDictionary:
      isListed(NSDictionary.self)
        && dictionary.allSatisfy { isArchivable($0.key) && isArchivable($0.value) }
    case let dictionary as [AnyHashable: Any]:
      isListed(NSDictionary.self)
        && dictionary.allSatisfy { isArchivable($0.key.base) && isArchivable($0.value) }
    case let set as NSSet: isListed(NSSet.self) && set.allSatisfy(isArchivable)
    case let set as Set<AnyHashable>:
      isListed(NSSet.self) && set.allSatisfy { isArchivable($0.base) }
    case let set as NSOrderedSet: isListed(NSOrderedSet.self) && set.allSatisfy(isArchivable)
    case is String, is NSString: isListed(NSString.self)
    case is Date, is NSDate: isListed(NSDate.self)
    case is Data, is NSData: isListed(NSData.self)
    case is URL, is NSURL: isListed(NSURL.self)
    case is UUID, is NSUUID: isListed(NSUUID.self)
    case is NSNumber, is Bool, is any BinaryInteger, is any BinaryFloatingPoint:
      isListed(NSNumber.self)
    case let object as NSObject: isListed(type(of: object)) && !isRefused(type(of: object))
    default: false
    }
  }

  private func isListed(_ type: AnyClass) -> Bool {
    classes.contains { (type as? NSObject.Type)?.isSubclass(of: $0) == true }
  }

  /// Returns `true` for classes of Foundation that its archiver does not write.
  private func isRefused(_ type: AnyClass) -> Bool {
    // These classes alone, and not their private subclasses.
    let archived: [AnyClass] = [
      NSNull.self, NSIndexSet.self, NSIndexPath.self, NSLocale.self, NSTimeZone.self,
      NSCalendar.self, NSDateComponents.self, NSDateInterval.self, NSMeasurement.self,
      NSPersonNameComponents.self, NSCharacterSet.self, NSURLQueryItem.self,
      NSRegularExpression.self,
    ]
    return String(reflecting: type).hasPrefix("Foundation.") && !archived.contains { $0 == type }
  }
}
#endif
