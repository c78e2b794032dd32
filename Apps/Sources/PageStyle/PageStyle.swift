package import Foundation

/// The style that the pages of the studio and of the hub share.
package enum PageStyle {
  /// The style sheet.
  package static let sheet = Data(PackageResources.pages_css)
  /// The icon, in SVG.
  package static let icon = Data(PackageResources.icon_svg)
}
