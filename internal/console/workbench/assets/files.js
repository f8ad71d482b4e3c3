// Files: fetched rather than navigated to, so that a refusal leaves the page and
// its figures as they are. How journal files are made is remembered by this
// browser.
import { save } from "./save.js";

const memory = "leasehold-file-options";

/** Makes the panel of files work. refused shows the answer to a faulty form. */
export function offerFiles(panel, refused) {
  const inputs = [...panel.querySelectorAll("input[name], select[name]")];
  const fault = panel.querySelector("[data-file-fault]");

  try {
    const kept = JSON.parse(localStorage.getItem(memory) ?? "{}");
    for (const input of inputs) if (kept[input.name] !== undefined || input.tagName !== "SELECT") input.value = kept[input.name] ?? "";
  } catch { /* nothing is remembered */ }
  panel.addEventListener("input", () => {
    const kept = Object.fromEntries(inputs.filter((i) => i.value.trim() !== "").map((i) => [i.name, i.value]));
    try { localStorage.setItem(memory, JSON.stringify(kept)); } catch { /* the choice lasts as long as the page */ }
  });

  return {
    /** Fetches the file of a button for a lease. */
    async fetch(button, lease) {
      const body = new URLSearchParams(lease);
      for (const input of inputs) if (input.value.trim() !== "") body.append(input.name, input.value);
      fault.textContent = "";
      button.disabled = true;
      try {
        const response = await window.fetch(button.formAction, {
          method: "POST", body, credentials: "same-origin", headers: { Accept: "application/json" },
        });
        if (response.ok) {
          await save(response, "lease");
          panel.hidePopover();
          return;
        }
        const reply = await response.clone().json().catch(() => ({}));
        if (reply.file) {
          fault.textContent = reply.file;
          panel.querySelector("details").open = true;
          return;
        }
        panel.hidePopover();
        await refused(response);
      } catch {
        fault.textContent = "The server cannot be reached. Try again.";
      } finally {
        button.disabled = false;
      }
    },
    /** Offers the accounts that the results' journal posts to. */
    offer(results) {
      const posted = results.querySelector("[data-posted-to]")?.dataset.postedTo.split(" ");
      for (const label of panel.querySelectorAll("[data-account]")) label.hidden = posted !== undefined && !posted.includes(label.dataset.account);
    },
  };
}
