// Starts the reference page. It reads the contract from this server and sends
// nothing anywhere else. A key that was created in this tab is filled in; the
// console puts it into the tab's storage, which ends with the tab.
window.addEventListener("load", () => {
  const memory = "leasehold-key";
  let key = null;
  try { key = sessionStorage.getItem(memory); } catch { /* storage may be off */ }
  const ui = SwaggerUIBundle({
    url: "openapi.json",
    dom_id: "#swagger-ui",
    deepLinking: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    persistAuthorization: false,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 1,
    presets: [SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
    onComplete: () => {
      if (key) ui.preauthorizeApiKey("bearerKey", key);
      document.documentElement.dataset.ready = "true";
    },
  });
  window.ui = ui;
  document.querySelector("[data-operations]").addEventListener("click", (event) => {
    event.preventDefault(); // swagger-ui has the fragment of the address to itself
    document.querySelector(".opblock-tag-section")?.scrollIntoView();
  });
  const note = document.querySelector("[data-key]");
  note.hidden = !key;
  note.querySelector("[data-forget]").addEventListener("click", () => {
    sessionStorage.removeItem(memory);
    ui.authActions.logout(["bearerKey"]);
    note.hidden = true;
  });
});
