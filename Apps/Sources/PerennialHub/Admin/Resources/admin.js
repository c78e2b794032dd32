// Every page works without this script. With it, the parts that are marked with `data-live` follow the hub.
const live = document.getElementById("live");
const banner = document.getElementById("banner");

async function refresh() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) return location.reload();
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    if (!next || next.isEqualNode(part)) continue;
    const places = [...part.querySelectorAll(".scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
    part.innerHTML = next.innerHTML;
    part.querySelectorAll(".scroll").forEach((box, index) => {
      [box.scrollLeft, box.scrollTop] = places[index] ?? [0, 0];
    });
  }
}

function tell(state, text, warning = "") {
  live.dataset.state = state;
  live.textContent = text;
  banner.hidden = !warning;
  banner.textContent = warning;
}

const events = new EventSource("/admin/events");
events.addEventListener("welcome", () => { tell("on", "live"); refresh().catch(() => {}); });
events.addEventListener("change", () => refresh().catch(() => {}));
events.addEventListener("error", () => tell("lost", "not connected",
  "The hub does not answer. This page shows what it knew last. A hub that was started again prints a new address."));
