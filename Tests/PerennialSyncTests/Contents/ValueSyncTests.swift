import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Testing

@Model final class Sample {
  var weight = 0.0
  var share: Double?
  var data: Data?
  var text: String?

  init() {}
}

@Suite("Values that are sent")
struct ValueSyncTests {
  let hub = MemoryHub()

  private func device() throws -> Device { try Device([Sample.self]) }

  @Test(
    "Numbers arrive as they are stored, infinities too, and do not stop the device",
    arguments: [.infinity, -.infinity, .nan, -0.0, .leastNonzeroMagnitude, 1e300, 0.1])
  func numbers(weight: Double) throws {
    let (first, second) = (try device(), try device())
    let sample = Sample()
    sample.weight = weight
    sample.share = weight
    first.context.insert(sample)
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let shown = try #require(try second.all(Sample.self).first)
    let stored = try #require(
      try ModelContext(first.container).fetch(FetchDescriptor<Sample>()).first)
    #expect(shown.weight == weight || shown.weight.isNaN && weight.isNaN)
    #expect(shown.share == stored.share)
    shown.text = "later"
    try second.context.save()
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try first.all(Sample.self).first?.text == "later")
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("Nil is sent, and replaces an earlier value; a field that was never written is not sent")
  func absence() throws {
    let (first, second) = (try device(), try device())
    let sample = Sample()
    sample.text = "some"
    first.context.insert(sample)
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    sample.text = nil
    try first.context.save()
    let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
    #expect(batch.request.records.map { Set($0.state.edits.keys) } == [["text"]])
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Sample.self).first?.text == nil)
  }

  @Test("A form that writes all of its fields sends those that have another value")
  func form() throws {
    let (first, second) = (try device(), try device())
    let sample = Sample()
    sample.text = "some"
    sample.weight = 4
    first.context.insert(sample)
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    sample.text = "other"
    try first.context.save()
    sample.text = "some"
    sample.weight = 5
    sample.share = nil
    try first.context.save()
    let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
    #expect(batch.request.records.map { Set($0.state.edits.keys) } == [["weight"]])
  }

  @Test("A form that writes a sent value again takes nothing back, also if the answer was lost")
  func formAfterLostAnswer() throws {
    let (first, second) = (try device(), try device())
    try first.sync(with: hub)
    let sample = Sample()
    first.context.insert(sample)
    try first.context.save()
    let batch = try #require(try first.prepareBatch())
    _ = try hub.push(first.send(batch, to: hub).request)
    try second.sync(with: hub)
    try first.pull(from: hub)
    Thread.sleep(forTimeInterval: 0.002)
    try second.all(Sample.self).first?.weight = 103
    try second.context.save()
    try second.sync(with: hub)
    Thread.sleep(forTimeInterval: 0.002)
    sample.weight = sample.weight
    sample.text = "later"
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    for device in [first, second] {
      let shown = try #require(try device.all(Sample.self).first)
      #expect(shown.weight == 103 && shown.text == "later")
    }
  }
}
