/// The text of a source or an article of the tour.
struct FilePage: Page {
  static let template = "file"

  var frame: PageFrame
  var name: String
  var path: String
  var text: String
  /// The screens of the tour that have the file.
  var stops: [TourStop]

  init(_ text: String, at path: String, of stops: [TourStop]) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    frame = PageFrame(title: name)
    (self.path, self.text, self.stops) = (path, text, stops)
  }
}
