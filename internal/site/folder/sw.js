// Stores the site in the browser, so that its pages work without a network after the first visit.
// A new version of the site replaces it as a whole.
const kept = "leasehold-__VERSION__";
const files = ["__FILES__"];

const root = new URL("./", location.href);
const addressOf = (name) => new URL(name, root).href;

/** A copy of a response without its redirects: browsers do not open a redirected response. */
const plain = async (response) => (response.redirected
  ? new Response(await response.blob(), { status: response.status, headers: response.headers }) : response);

async function keep() {
  const cache = await caches.open(kept);
  await Promise.all(files.map(async (name) => {
    const response = await fetch(addressOf(name), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: status ${response.status}`);
    await cache.put(addressOf(name), await plain(response));
  }));
}

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("leasehold-") && name !== kept).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The file of a URL, which may omit index.html or .html. */
async function find(address) {
  const cache = await caches.open(kept);
  const path = address.origin + address.pathname;
  for (const name of [path, `${path}.html`, `${path.replace(/\/?$/, "/")}index.html`]) {
    const found = await cache.match(name);
    if (found) return found;
  }
  return null;
}

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || !address.href.startsWith(root.href)) return;
  event.respondWith(find(address).then((found) => found ?? fetch(event.request)));
});
