// The table of an entity's objects scrolls endlessly. A window of the table is a <tbody> that has the addresses of
// the windows beside it. They are fetched when the table is nearly scrolled to them, and windows that are far away
// are removed. So a table of any length takes the same memory.

/** The largest number of windows in the page. The server sends as many in one answer. */
const most = 10;

/** The distance to an end of the table, in pixels, at which the window behind it is fetched. */
const reach = 1000;

const box = () => document.querySelector(".endless");
const windows = (page = document) => [...page.querySelectorAll(".endless tbody")];
const rows = (page = document) => [...page.querySelectorAll(".endless tbody tr")];

/** Returns the page that an address has, also one that reports an error. */
async function get(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { page, status: response.status };
}

/** A Boolean value that indicates whether a page with a status has the table. That of a wrong filter has it. */
const hasTable = (status) => status === 200 || status === 422;

let turn = Promise.resolve();

/** Runs a task after the tasks before it: no window is added to a table that is fetched again. */
export function inTurn(task) {
  const end = turn.then(task);
  turn = end.catch(() => {});
  return end;
}

// The place in the table

/** Returns the distance of a row from the head of the table, which covers the rows behind it. */
const offset = (row) =>
  row.getBoundingClientRect().top - box().querySelector("thead th").getBoundingClientRect().bottom;

/** Returns the rows from the first one that is seen on. */
function rowsFromTop() {
  const all = rows();
  const first = all.findIndex((row) => offset(row) + row.offsetHeight > 1);
  return first < 0 ? [] : all.slice(first);
}

const currentWindow = () => rowsFromTop()[0]?.parentElement;

const place = (row) => ({ key: row.dataset.key, top: offset(row) });

/** Scrolls a row to a place. Returns false if there is no such row. */
function scrollBack({ key, top }) {
  const row = box()?.querySelector(`[data-key="${key}"]`);
  if (row) box().scrollTop += offset(row) - top;
  return Boolean(row);
}

/** Changes the table, and leaves the rows that are seen at their places. At the very top, new rows are seen. */
function keepPlace(change) {
  const isAtTop = box().scrollTop === 0 && !windows()[0].dataset.previous;
  const places = isAtTop ? [] : rowsFromTop().slice(0, 50).map(place);
  change();
  places.find(scrollBack);
}

/** Makes the address and the links those of the window at the top. They find it when the page is loaded again. */
function follow() {
  const row = rowsFromTop()[0];
  if (!row) return;
  const { dataset } = row.parentElement;
  for (const link of document.querySelectorAll("#rows-head .pager a")) {
    const address = dataset[link.dataset.to];
    if (address) link.href = address;
    else link.removeAttribute("href");
  }
  const { key, top } = place(row);
  const isSame = history.state?.key === key && history.state.top === top;
  // Browsers limit the number of changes.
  if (isSame && location.pathname + location.search === dataset.address) return;
  history.replaceState({ key, top }, "", dataset.address);
}

// Windows that are scrolled to

/** Returns the end of the table that is near and has a window behind it. */
function nearEnd() {
  if (!box()) return null;
  const { scrollTop, scrollHeight, clientHeight } = box();
  const all = windows();
  // In a box that is nearly as tall as all windows, the removal of one would bring it near again.
  if (all.length >= most && scrollHeight < clientHeight + 3 * reach) return null;
  if (scrollHeight - clientHeight - scrollTop < reach && all.at(-1).dataset.next) return "next";
  if (scrollTop < reach && all[0].dataset.previous) return "previous";
  return null;
}

/** Removes windows at the other end of the table. */
function trim(end) {
  for (let all = windows(); all.length > most; all = windows()) {
    const far = end === "next" ? all[0] : all.at(-1);
    if (far.contains(document.activeElement)) box().focus({ preventScroll: true });
    far.remove();
  }
}

/** A Boolean value that indicates whether the object before a window was deleted, so that a page has others. */
const startsOver = (page) => Boolean(page.querySelector("#rows-head .notice"));

/** Adds the window that is near. Returns false if there is none, or if the table is about to be fetched again. */
async function addWindow() {
  const end = nearEnd();
  if (!end) return false;
  const edge = end === "next" ? windows().at(-1) : windows()[0];
  const { page, status } = await get(edge.dataset[end]);
  if (!hasTable(status)) throw new Error(page.querySelector("h1")?.textContent);
  if (startsOver(page)) return false;
  const added = windows(page);
  if (!added.length) delete edge.dataset[end];
  const count = rows(page).length;
  keepPlace(() => {
    if (end === "next") edge.after(...added);
    else edge.before(...added);
    trim(end);
  });
  document.getElementById("loaded").textContent = `Loaded ${count} more ${end === "next" ? "below" : "above"}.`;
  return true;
}

let warn = () => {};
let isFilling = false;
let hasFailed = false;

/** Adds windows until none is near. After an error, the next scroll tries again. */
async function fill() {
  if (isFilling) return;
  isFilling = true;
  try {
    let isMore = true;
    while (isMore) isMore = await inTurn(addWindow);
    if (hasFailed) warn("");
    hasFailed = false;
  } catch (error) {
    const reason = error instanceof TypeError ? "The studio does not answer" : error.message;
    warn(`${reason}. Scroll to load the objects again.`);
    hasFailed = true;
  }
  isFilling = false;
}

// Changes of the store

/** The windows that are fetched first: the one at the top, and the one below it. */
const seen = { begin: 0, count: 2 };

const several = (address, count) => `${address}&windows=${count}`;

/** Fetches the windows from one on again, also if the object before it was deleted or moved. */
async function getAgain(first, count) {
  const found = await get(several(first.dataset.address, count));
  const keys = new Set([...first.rows].map((row) => row.dataset.key));
  const isThere = !startsOver(found.page) && rows(found.page).some((row) => keys.has(row.dataset.key));
  if (isThere || !hasTable(found.status) || !first.dataset.previous) return found;
  const above = await get(first.dataset.previous);
  if (startsOver(above.page) || !windows(above.page).length) return found;
  const next = windows(above.page).at(-1).dataset.next;
  const below = next ? await get(several(next, count)) : above;
  return windows(below.page).length ? below : above;
}

/** Returns the page with the present state of the windows that are seen. */
export function getPage() {
  const [all, current] = [windows(), currentWindow()];
  seen.begin = Math.max(0, all.indexOf(current));
  seen.count = Math.min(2, all.length - seen.begin);
  return current ? getAgain(current, seen.count) : get(location.href);
}

/** Puts fresh elements in the place of those that differ, and removes the rest. */
function swapEach(elements, fresh) {
  let last = null;
  fresh.forEach((element, index) => {
    const old = elements[index];
    if (old?.isEqualNode(element)) { last = old; return; }
    if (old) old.replaceWith(element);
    else last.after(element);
    last = element;
  });
  for (const old of elements.slice(fresh.length)) old.remove();
}

/** Puts the windows of `getPage()` in their place. Returns false if there is no table before or after it. */
export function swapWindows(part, fresh) {
  const [table, next] = [part, fresh].map((element) => element.querySelector(".endless table"));
  if (!table || !next) return false;
  keepPlace(() => {
    swapEach([table.tHead], [next.tHead]);
    const found = [...next.tBodies];
    swapEach(windows().slice(seen.begin, seen.begin + seen.count), found);
    seen.count = found.length;
  });
  return true;
}

/** Fetches the windows again that are before or behind one that is up to date. */
async function swapBeside(window, end, old) {
  if (!old.length) return;
  const address = window.dataset[end];
  const found = address ? await get(several(address, old.length)) : null;
  if (found && (!hasTable(found.status) || startsOver(found.page))) return;
  keepPlace(() => swapEach(old, found ? windows(found.page) : []));
}

/** Fetches the windows again that are not seen, and follows the table. */
export async function swapRest() {
  const all = windows();
  const end = seen.begin + seen.count;
  await swapBeside(all[end - 1], "next", all.slice(end));
  await swapBeside(all[seen.begin], "previous", all.slice(0, seen.begin));
  follow();
  fill();
}

let timer = 0;

/** Fills the table while it is scrolled. Goes to the place that it had when the page was shown before. */
export async function start(report) {
  warn = report;
  addEventListener("resize", fill);
  document.addEventListener("scroll", (event) => {
    if (event.target !== box()) return;
    fill();
    clearTimeout(timer);
    timer = setTimeout(follow, 150);
  }, { capture: true, passive: true });
  const former = history.state;
  if (former) scrollBack(former);
  await fill();
  if (former) scrollBack(former);
}
