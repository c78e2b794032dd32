import Foundation
import HardenedHTTP
import PageStyle

/// The files that are a part of the program.
enum StudioAssets {
  /// The style sheet, the scripts and the icon.
  static let all = StaticAssets([
    "studio.css": PageStyle.sheet,
    "studio.js": Data(PackageResources.studio_js),
    "rows.js": Data(PackageResources.rows_js),
    "icon.svg": PageStyle.icon,
  ])

  static let templates: [(name: String, content: [UInt8])] = [
    ("layout", PackageResources.layout_mustache),
    ("error", PackageResources.error_mustache),
    ("overview", PackageResources.overview_mustache),
    ("rows", PackageResources.rows_mustache),
    ("row", PackageResources.row_mustache),
    ("edit", PackageResources.edit_mustache),
    ("deletion", PackageResources.deletion_mustache),
    ("presets", PackageResources.presets_mustache),
    ("backups", PackageResources.backups_mustache),
    ("restoration", PackageResources.restoration_mustache),
    ("history", PackageResources.history_mustache),
    ("transaction", PackageResources.transaction_mustache),
    ("sync", PackageResources.sync_mustache),
    ("sql", PackageResources.sql_mustache),
    ("pager", PackageResources.pager_mustache),
    ("cell", PackageResources.cell_mustache),
  ]
}
