// Everything on these pages works without this script. With it, lists follow the typing, hearts
// and the log answer in place, servings can be scaled, and every open tab follows every change.
"use strict";

document.documentElement.classList.add("script");

// -- Fragments: parts of a page that are fetched again and swapped in place ----------------------

const originals = new WeakMap(); // what the server sent, before scripts and cooks touched it

function remember(root) {
  for (const part of root.querySelectorAll("[data-live]")) originals.set(part, part.innerHTML);
}

/** Puts the parts of a freshly fetched page in the place of those that differ. */
function swapIn(fresh) {
  const focused = describeFocus();
  const chosen = document.querySelectorAll("[data-live] input:checked, [data-live] details[open]");
  const kept = new Set([...chosen].map((element) => element.id));
  const boxes = "[data-live] :is(input[type=checkbox], input[type=radio])";
  let changed = false;
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    if (!next || originals.get(part) === next.innerHTML) continue;
    const html = next.innerHTML;
    if (part.dataset.live === "keyed") reconcile(part, next);
    else part.replaceChildren(...next.childNodes);
    if (next.dataset.servings) part.dataset.servings = next.dataset.servings;
    if (next.dataset.end) part.dataset.end = next.dataset.end;
    originals.set(part, html);
    changed = true;
  }
  if (!changed) return;
  for (const box of document.querySelectorAll(boxes)) {
    if (box.type === "checkbox") box.checked = kept.has(box.id);
    else if (kept.has(box.id) && !box.disabled) box.checked = true;
  }
  for (const part of document.querySelectorAll("[data-live] details")) part.open = kept.has(part.id);
  prepare(document);
  showServings();
  restoreFocus(focused);
}

/** Makes the children of a list those of another, keeping the nodes that did not change. */
function reconcile(list, fresh) {
  const old = new Map([...list.children].map((item) => [item.id, item]));
  const hadItems = old.size > 0;
  const items = [...fresh.children].map((item) => {
    const present = old.get(item.id);
    if (present && (originals.get(present) ?? present.innerHTML) === item.innerHTML) return present;
    originals.set(item, item.innerHTML);
    if (hadItems && present) item.classList.add("is-fresh");
    return item;
  });
  const keep = new Set(items);
  for (const item of old.values()) if (!keep.has(item)) item.remove();
  items.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  });
}

function describeFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  return { element, id: element.id, href: element.getAttribute("href"), step: element.dataset.step };
}

function restoreFocus(focused) {
  if (!focused || focused.element.isConnected) return;
  const match = (focused.id && document.getElementById(focused.id))
    || (focused.step && document.querySelector(`[data-step="${focused.step}"]`))
    || [...document.querySelectorAll("main a[href]")].find((a) => a.getAttribute("href") === focused.href);
  // What had the focus is gone for good, an offer that was taken, say: go on from the content.
  (match ?? document.getElementById("main")).focus({ preventScroll: true });
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

let latestLoad = 0;

/** Fetches a page and swaps its parts in; a later call overtakes an earlier one. */
async function load(address) {
  const number = ++latestLoad;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const html = await response.text();
  if (number !== latestLoad) return;
  if (response.ok) swapIn(parse(html));
  else if (response.status === 404) showGone();
  else say("lost", `The book answered with an error (${response.status})`);
}

function showGone() {
  const recipe = document.querySelector("[data-recipe]");
  if (!recipe || document.querySelector(".gone")) return;
  const note = document.createElement("div");
  note.className = "gone";
  note.setAttribute("role", "status");
  note.append("This recipe was deleted in another window. ");
  const link = Object.assign(document.createElement("a"), { href: "/", textContent: "Back to the recipes" });
  note.append(link);
  recipe.prepend(note);
}

// -- Following changes ---------------------------------------------------------------------------

const live = document.getElementById("live");

function say(state, text) {
  if (live.dataset.state === state) return;
  live.dataset.state = state;
  document.getElementById("live-text").textContent = text;
}

let pending;

function follow() {
  clearTimeout(pending);
  pending = setTimeout(() => {
    const editor = document.querySelector("[data-editing]");
    if (editor) checkStale(editor.dataset.editing);
    else if (document.querySelector("[data-live]")) {
      load(shownAddress()).catch(() => say("lost", "Connection lost; trying again"));
    }
  }, 40);
}

/** Listens to the server, and passes on what it hears to the other tabs. */
function listen(relay) {
  const tell = (kind) => { hear(kind); relay?.postMessage(kind); };
  let wasLost = false;
  function connect() {
    const events = new EventSource("/events");
    events.addEventListener("welcome", () => { tell(wasLost ? "back" : "on"); wasLost = false; });
    events.addEventListener("change", () => tell("change"));
    events.addEventListener("error", () => {
      wasLost = true;
      tell("lost");
      // A browser does not try again by itself when the server refuses, because too many pages listen.
      if (events.readyState === EventSource.CLOSED) setTimeout(connect, 10000);
    });
  }
  connect();
  relay?.addEventListener("message", ({ data }) => {
    if (data === "hello") relay.postMessage(wasLost ? "lost" : "on");
  });
  return new Promise(() => {}); // until this tab goes
}

function hear(kind) {
  if (kind === "lost") say("lost", "Connection lost; trying again");
  else if (kind !== "hello") say("on", "Live: this page follows every change");
  if (kind === "change" || kind === "back") follow();
}

// Browsers allow few connections to one server, so one tab listens for all of them. When it
// closes, the next tab takes over.
if (navigator.locks && window.BroadcastChannel) {
  const relay = new BroadcastChannel("cookbook");
  relay.addEventListener("message", ({ data }) => hear(data));
  relay.postMessage("hello");
  navigator.locks.request("cookbook-events", () => listen(relay));
} else {
  listen(null);
}

// -- Editing: a form is never changed under the cook's hands -------------------------------------

let edited;

async function fetchRecipe(id) {
  const response = await fetch(`/api/recipes/${id}`);
  if (!response.ok) return "gone";
  const { recipe, ingredients, instructions } = await response.json();
  const { isFavorite, averageRating, ...content } = recipe;
  return JSON.stringify([content, ingredients, instructions]);
}

async function checkStale(id) {
  const current = await fetchRecipe(id).catch(() => edited);
  if (current !== edited) document.getElementById("stale").hidden = false;
}

const editor = document.querySelector("[data-editing]");
if (editor) fetchRecipe(editor.dataset.editing).then((text) => { edited = text; }, () => {});

// -- Forms that answer in place ------------------------------------------------------------------

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("quiet" in form.dataset)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  try {
    const response = await fetch(form.action, { method: "POST", body });
    const page = parse(await response.text());
    const problems = document.getElementById("log-problems");
    if (response.ok) {
      if (form.dataset.quiet === "reset") {
        form.reset();
        problems?.replaceChildren();
      }
      await load(location.href);
    } else if (response.status === 422 && problems) {
      problems.replaceChildren(...(page.getElementById("log-problems")?.childNodes ?? []));
    } else {
      form.submit();
    }
  } catch {
    say("lost", "Connection lost; trying again");
  }
});

function prepare(root) {
  for (const field of root.querySelectorAll("[data-here]")) field.value = location.pathname + location.search;
  const next = document.getElementById("journal-next");
  if (next) ending?.observe(next);
}

// -- The journal: earlier entries are added before the cook has scrolled to the end ----------------

const journal = document.getElementById("journal");
let wasExtended = false;

/** The address of what the page shows: of all entries that were added, too. */
function shownAddress() {
  if (!wasExtended) return location.href;
  const address = new URL(location.href);
  address.searchParams.set("through", journal.dataset.end);
  return address.href;
}

const ending = journal && new IntersectionObserver((entries) => {
  const link = entries.find((entry) => entry.isIntersecting)?.target;
  if (!link) return;
  ending.unobserve(link);
  addEarlier(link).catch(() => say("lost", "Connection lost; trying again"));
}, { rootMargin: "1200px" });

async function addEarlier(link) {
  const number = latestLoad;
  const response = await fetch(link.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = parse(await response.text());
  if (number !== latestLoad || !link.isConnected) return; // the page was loaded again meanwhile
  const batch = page.getElementById("journal");
  for (const day of [...batch.children]) {
    const present = document.getElementById(day.id);
    if (present) present.querySelector("ol").append(...day.querySelector("ol").children);
    else journal.append(day);
  }
  journal.dataset.end = batch.dataset.end;
  wasExtended = true;
  document.getElementById("journal-end").replaceChildren(...page.getElementById("journal-end").childNodes);
  prepare(document);
}

// -- Search as you type --------------------------------------------------------------------------

const search = document.getElementById("search");

function searchAddress() {
  const fields = [...new FormData(search)].filter(([name, value]) => value && !(name === "sort" && value === "title"));
  const query = new URLSearchParams(fields).toString();
  return query ? `/?${query}` : "/";
}

function searchNow() {
  const address = searchAddress();
  history.replaceState(null, "", address);
  load(address).catch(() => say("lost", "Connection lost; trying again"));
}

if (search) {
  let typing;
  document.getElementById("q").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(searchNow, 120);
  });
  search.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(typing); searchNow(); });
  document.getElementById("sort").addEventListener("change", searchNow);
}

// -- Servings ------------------------------------------------------------------------------------

let wanted = null; // the servings the cook chose, or null for the recipe's own

const signs = [[0.125, "⅛"], [0.25, "¼"], [1 / 3, "⅓"], [0.5, "½"], [2 / 3, "⅔"], [0.75, "¾"]];

function amount(value) {
  if (value >= 100) return String(Math.round(value));
  if (value >= 20) return String(Math.round(value * 2) / 2).replace(".5", "½");
  const whole = Math.floor(value + 0.02);
  const rest = value - whole;
  if (Math.abs(rest) < 0.04) return String(whole);
  const [, sign] = signs.find(([part]) => Math.abs(part - rest) < 0.04) ?? [];
  if (sign) return whole ? `${whole}${sign}` : sign;
  return String(Math.round(value * 10) / 10 || Math.round(value * 100) / 100);
}

function showServings() {
  const part = document.getElementById("shopping");
  if (!part) return;
  const own = Number(part.dataset.servings);
  const servings = wanted ?? own;
  document.getElementById("servings").textContent = String(servings);
  document.getElementById("servings-word").textContent = servings === 1 ? "serving" : "servings";
  part.querySelector('[data-step="-1"]').disabled = servings <= 1;
  if (servings === own && wanted === null) return;
  for (const cell of part.querySelectorAll("[data-quantity]")) {
    cell.textContent = amount(Number(cell.dataset.quantity) * servings / own);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-step]");
  if (!button) return;
  const own = Number(document.getElementById("shopping").dataset.servings);
  wanted = Math.min(100, Math.max(1, (wanted ?? own) + Number(button.dataset.step)));
  showServings();
});

// -- The menu: it is open until something else is used -------------------------------------------

const menu = document.getElementById("menu");

document.addEventListener("click", ({ target }) => { if (!menu.contains(target)) menu.open = false; });
menu.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// -- Start ---------------------------------------------------------------------------------------

remember(document);
for (const item of document.querySelectorAll('[data-live="keyed"] > *')) originals.set(item, item.innerHTML);
prepare(document);
showServings();
document.getElementById("problems")?.focus();

// A confirmation is said once: reloading the page does not repeat it.
const here = new URL(location.href);
if (here.searchParams.has("notice")) {
  here.searchParams.delete("notice");
  history.replaceState(null, "", here);
}
