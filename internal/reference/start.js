// Starts the reference page. It reads the contract from this server and sends nothing anywhere
// else. It fills in a key that was created in this tab, which the console stores for the tab. A
// server that only its own machine can reach has a key for trying operations.

/** The page layout: the operations, then the text, in one main landmark. */
const layout = ({ React }) => ({
  components: {
    ReferenceLayout: ({ getComponent, specSelectors }) => {
      const h = React.createElement;
      const part = (name, container) => h(getComponent(name, container));
      const loaded = specSelectors.loadingStatus();
      if (loaded !== "success") {
        return h("main", { className: "swagger-ui" }, h("p", { className: "wait" }, loaded === "failed" ? "The contract could not be loaded." : "Loading the contract …"));
      }
      return h("main", { className: "swagger-ui" },
        h("h1", { className: "wrapper page-title" }, "Leasehold API"),
        part("SvgAssets"),
        part("errors", true),
        h("div", { className: "wrapper authorize" }, part("AuthorizeBtnContainer", true)),
        h("div", { className: "wrapper" }, h("h2", { className: "unseen" }, "Operations"), part("operations", true)),
        h("div", { id: "about", className: "wrapper" }, part("InfoContainer", true)),
        h("div", { className: "wrapper" }, h("h3", { className: "unseen" }, "What requests and responses contain"), part("Models", true)));
    },
  },
});

/**
 * The button that opens an operation contains a link that cannot be reached separately. It is
 * turned into plain text.
 */
function plainLinks(root) {
  for (const link of root.querySelectorAll("button a[href]")) link.removeAttribute("href");
}

/** The key of a server that only its own machine can reach, or null. */
async function keyOfServer(note) {
  if (!note.dataset.keyAt) return null;
  const told = await fetch(note.dataset.keyAt).catch(() => null);
  if (!told?.ok) return null;
  note.querySelector("[data-key-says]").textContent = "Requests use the test key of this server.";
  return told.text();
}

window.addEventListener("load", async () => {
  const memory = "leasehold-key";
  const note = document.querySelector("[data-key]");
  let key = null;
  try { key = sessionStorage.getItem(memory); } catch { /* storage may be off */ }
  key ??= await keyOfServer(note);
  const ui = SwaggerUIBundle({
    url: "openapi.json",
    dom_id: "#swagger-ui",
    deepLinking: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    persistAuthorization: false,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    ...("file" in document.documentElement.dataset ? { supportedSubmitMethods: [] } : {}),
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [layout],
    layout: "ReferenceLayout",
    onComplete: () => {
      if (key) ui.preauthorizeApiKey("bearerKey", key);
      document.documentElement.dataset.ready = "true";
    },
  });
  window.ui = ui;
  const page = document.getElementById("swagger-ui");
  new MutationObserver(() => plainLinks(page)).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["href"] });
  document.querySelector("[data-about]").addEventListener("click", (event) => {
    event.preventDefault(); // swagger-ui uses the URL fragment
    document.getElementById("about")?.scrollIntoView();
  });
  note.hidden = !key;
  note.querySelector("[data-forget]").addEventListener("click", () => {
    sessionStorage.removeItem(memory);
    ui.authActions.logout(["bearerKey"]);
    note.hidden = true;
  });
});
