// Every page works without this script. With it, the parts that are marked with `data-live` follow the
// changes of the store.
import { getPage, inTurn, start, swapRest, swapWindows } from "./rows.js";

const live = document.getElementById("live");
const banner = document.getElementById("banner");

function tell(state, text) {
  live.dataset.state = state;
  live.textContent = text;
}

function warn(text) {
  banner.hidden = !text;
  banner.textContent = text;
}

/** Puts the parts of a freshly fetched page in the place of those that differ. */
function swapIn(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    if (!next || next.isEqualNode(part)) continue;
    const focused = part.contains(document.activeElement) ? describe(document.activeElement) : null;
    if (!swapWindows(part, next)) replace(part, next);
    if (focused && !part.contains(document.activeElement)) find(part, focused)?.focus({ preventScroll: true });
  }
  document.title = fresh.title;
}

/** Replaces the content of a part. Boxes stay where they are scrolled to, and details open. */
function replace(part, next) {
  const boxes = [...part.querySelectorAll(".scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
  const open = [...part.querySelectorAll("details")].map((details) => details.open);
  part.innerHTML = next.innerHTML;
  part.querySelectorAll(".scroll").forEach((box, index) => {
    [box.scrollLeft, box.scrollTop] = boxes[index] ?? [0, 0];
  });
  part.querySelectorAll("details").forEach((details, index) => { details.open = open[index] ?? false; });
}

const describe = (element) => ({ href: element.getAttribute("href"), label: element.getAttribute("aria-label") });

const find = (part, { href, label }) => [...part.querySelectorAll("a, [tabindex]")].find(
  (element) => (href && element.getAttribute("href") === href) || (label && element.getAttribute("aria-label") === label));

let isLoading = false;
let isOutdated = false;

/** Fetches this page again. A change during the fetch is followed by another one. */
async function refresh() {
  if (isLoading) { isOutdated = true; return; }
  isLoading = true;
  do {
    isOutdated = false;
    try {
      await inTurn(update);
    } catch {
      // The stream of events tells about a lost server.
    }
  } while (isOutdated);
  isLoading = false;
}

async function update() {
  const { page, status } = await getPage();
  const isSame = Boolean(page.querySelector(".problem")) === Boolean(document.querySelector(".problem"));
  if (!isSame) return location.reload();
  if (status === 404) return;
  swapIn(page);
  await swapRest();
}

let wasLost = false;

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("welcome", () => {
    tell("on", "live");
    warn("");
    if (wasLost) refresh();
    wasLost = false;
  });
  events.addEventListener("change", refresh);
  events.addEventListener("error", () => {
    wasLost = true;
    tell("lost", "not connected");
    warn("The studio does not answer. This page shows what it knew last, and continues when the studio answers again. "
      + "A studio that was started again has a new address: open the one that it has printed.");
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

if ("follows" in document.body.dataset) listen();
else tell("off", "not followed");
start(warn);

// Buttons that copy the text of an element. Without the script they are not shown.
document.documentElement.classList.add("scripted");
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = "Copied";
  } catch {
    // A browser may forbid it.
    getSelection().selectAllChildren(source);
    button.textContent = "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});

// "/" goes to the filter or the query, "n" and "p" to the next and the previous window.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches("input, textarea");
  if (event.key === "Enter" && event.shiftKey && event.target.id === "sql") {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
  if (isTyping) return;
  if (event.key === "/") {
    const field = document.querySelector("#filter, #sql");
    if (field) { event.preventDefault(); field.focus(); }
  }
  const rel = { n: "next", p: "prev" }[event.key];
  if (rel) document.querySelector(`main a[rel="${rel}"][href]`)?.click();
});
