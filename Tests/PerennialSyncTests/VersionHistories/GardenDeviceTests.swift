import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Testing

@Suite("Writes of a device that histories take for unsent")
struct GardenDeviceTests {
  private let hub = MemoryHub()
  private let time = HistoryTime()

  private func pull(_ device: GardenDevice) throws {
    let request = try device.transaction { try $0.pullRequest }
    let page = try hub.pull(request)
    _ = try device.transaction { try $0.apply(page, to: request) }
  }

  private func insertPlant() throws -> (GardenDevice, ModelContext, Garden.V2.Plant) {
    hub.time = time.milliseconds
    let device = try GardenDevice(1, Garden.versions[1], time)
    try pull(device)
    let context = try device.opened.context
    let plant = Garden.V2.Plant()
    context.insert(plant)
    try context.save()
    return (device, context, plant)
  }

  @Test("A write that the hub has sent back is sent, also if the answer to its request was lost")
  func lostAnswer() throws {
    let (device, context, plant) = try insertPlant()
    let batch = try #require(try device.nextBatch())
    _ = try hub.push(batch.request)
    time.milliseconds += 1000
    plant.spot.city = "Rome"
    try context.save()
    try pull(device)
    let unsent = try device.unsentFields(of: [plant.key: "Plant"])[plant.key] ?? [:]
    #expect(unsent["rank"] == nil)
    #expect(unsent["spot"] == time.milliseconds)
  }

  @Test("A write that was sent with the insertion is sent, also before the hub has sent it back")
  func sentWithInsertion() throws {
    let (device, context, plant) = try insertPlant()
    time.milliseconds += 1000
    plant.spot.city = "Rome"
    try context.save()
    var unsent: [String: Int64] {
      get throws { try device.unsentFields(of: [plant.key: "Plant"])[plant.key] ?? [:] }
    }
    #expect(try unsent["spot"] == time.milliseconds)
    let batch = try #require(try device.nextBatch())
    _ = try hub.push(batch.request)
    #expect(try unsent["spot"] == nil)
    // A form gives it the same value.
    time.milliseconds += 1000
    let city = plant.spot.city
    plant.spot.city = city
    try context.save()
    #expect(try unsent["spot"] == nil)
    time.milliseconds += 1000
    plant.spot.city = "Bari"
    try context.save()
    #expect(try unsent["spot"] == time.milliseconds)
  }
}
