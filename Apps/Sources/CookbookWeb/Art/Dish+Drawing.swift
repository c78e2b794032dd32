extension Dish {
  /// The dish as SVG shapes within a square of 64 units. Food keeps its own colours; the crockery
  /// takes the palette's.
  func drawing(in palette: Palette) -> String {
    let ware = "fill='\(palette.ground)'"
    let trim = "fill='\(palette.accent)'"
    let line = "fill='none' stroke-linecap='round' stroke-width='3'"
    return switch self {
    case .bowl:
      """
      <path \(trim) d='M13 33a19 6 0 0 1 38 0z'/>\
      <path \(ware) d='M9 33h46a23 21 0 0 1-14 20v3H23v-3A23 21 0 0 1 9 33z'/>\
      <path \(line) stroke='\(palette.ground)' opacity='.6' \
      d='M24 22c-4-4 4-6 0-11M33 21c-4-4 4-6 0-11M42 22c-4-4 4-6 0-11'/>
      """
    case .cake:
      """
      <path fill='#7a4427' d='M12 42h40v11H12z'/><path fill='#f7ddb0' d='M12 32h40v9H12z'/>\
      <path fill='#7a4427' d='M12 31c1-7 9-11 20-11s19 4 20 11z'/>\
      <circle fill='#cf3a2b' cx='32' cy='15' r='6'/>\
      <path \(line) stroke='#3d7a3f' stroke-width='2' \
      d='M33 9c1-3 3-4 6-5'/>
      """
    case .chilli:
      """
      <path fill='#d23a24' d='M17 22c10-4 17 2 19 10 2 9 8 14 17 15-12 8-26 1-32-9-3-5-4-11-4-16z'/>\
      <path fill='#3d7a3f' d='M13 25c2-8 14-9 17-2-6-2-11-1-17 2z'/>\
      <path \(line) stroke='#3d7a3f' d='M19 20c-1-4-3-6-7-8'/>\
      <path \(line) stroke='#fff' stroke-width='2' opacity='.6' d='M25 28c5 0 7 3 8 7'/>
      """
    case .egg:
      """
      <path fill='#fff' stroke='#e6dcc8' stroke-width='1.5' \
      d='M31 9c13-2 24 8 24 20 0 7-5 9-7 15-3 9-14 13-24 10\
      C12 51 7 42 9 31 11 20 18 11 31 9z'/>\
      <circle fill='#f5a81c' cx='32' cy='32' r='11'/>\
      <path \(line) stroke='#fff' opacity='.7' d='M26 30c1-3 3-4 5-4'/>
      """
    case .fish:
      """
      <path fill='#4d7fa8' d='M6 32c8-14 27-16 38-4l12-9c-3 9-3 17 0 26l-12-9C33 48 14 46 6 32z'/>\
      <circle fill='#fff' cx='17' cy='30' r='3'/>\
      <path \(line) stroke='#cfe3f2' d='M26 24c3 5 3 11 0 16M34 25c2 5 2 9 0 14'/>
      """
    case .leaf:
      """
      <path fill='#4c9a4f' d='M11 51C7 27 22 11 53 11c2 29-15 45-37 39z'/>\
      <path \(line) stroke='#dcefc9' d='M9 55c8-14 19-23 31-29M24 38l-2-11M31 33l12 2'/>
      """
    case .loaf:
      """
      <path fill='#b0702e' d='M9 34c-4-9 6-17 23-17s27 8 23 17v15a4 4 0 0 1-4 4H13a4 4 0 0 1-4-4z'/>\
      <path \(line) stroke='#f5d9a6' stroke-width='4' d='M21 26l6 10M31 25l6 10M41 26l5 9'/>
      """
    case .pan:
      """
      <circle \(ware) cx='27' cy='36' r='21'/>\
      <path stroke='\(palette.ground)' stroke-width='6' stroke-linecap='round' d='M43 21L57 8'/>\
      <circle fill='#e9a13b' cx='27' cy='36' r='15'/>\
      <circle fill='#cf3a2b' cx='21' cy='33' r='4.5'/>\
      <circle fill='#cf3a2b' cx='33' cy='41' r='4.5'/>\
      <circle fill='#3d7a3f' cx='33' cy='30' r='3'/>\
      <circle fill='#3d7a3f' cx='23' cy='44' r='3'/>
      """
    case .pot:
      """
      <path \(ware) d='M12 29h40v17a9 9 0 0 1-9 9H21a9 9 0 0 1-9-9z'/>\
      <path \(line) stroke='\(palette.ground)' stroke-width='4' d='M6 34h6M52 34h6'/>\
      <path \(trim) d='M10 26c2-7 10-9 22-9s20 2 22 9z'/><circle \(ware) cx='32' cy='12' r='4.5'/>\
      <path \(line) stroke='\(palette.plate)' opacity='.5' d='M20 36v9'/>
      """
    case .skewer:
      """
      <path stroke='#9a7b4f' stroke-width='3' stroke-linecap='round' d='M7 57L57 7'/>\
      <rect fill='#9c4a28' x='12' y='36' width='17' height='17' rx='6' \
      transform='rotate(-45 20 44)'/>\
      <rect fill='#4c9a4f' x='25' y='26' width='14' height='14' rx='5' \
      transform='rotate(-45 32 33)'/>\
      <rect fill='#9c4a28' x='35' y='13' width='17' height='17' rx='6' \
      transform='rotate(-45 43 21)'/>
      """
    }
  }
}
