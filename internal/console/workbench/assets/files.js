// This script fetches files, so that an error leaves the page and its figures unchanged. The
// browser stores the settings for journal files.
import { save } from "./save.js";

const memory = "leasehold-file-options";

/** Activates the files panel. The function refused shows the response to an invalid form. */
export function offerFiles(panel, refused) {
  const inputs = [...panel.querySelectorAll("input[name], select[name]")];
  const fault = panel.querySelector("[data-file-fault]");

  try {
    const kept = JSON.parse(localStorage.getItem(memory) ?? "{}");
    for (const input of inputs) if (kept[input.name] !== undefined || input.tagName !== "SELECT") input.value = kept[input.name] ?? "";
  } catch { /* storage may be off */ }
  panel.addEventListener("input", () => {
    const kept = Object.fromEntries(inputs.filter((i) => i.value.trim() !== "").map((i) => [i.name, i.value]));
    try { localStorage.setItem(memory, JSON.stringify(kept)); } catch { /* the choice then lasts as long as the page */ }
  });

  return {
    /** Fetches a button's file for a lease. */
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
    /** Shows the accounts to which the journal posts. */
    offer(results) {
      const posted = results.querySelector("[data-posted-to]")?.dataset.postedTo.split(" ");
      for (const label of panel.querySelectorAll("[data-account]")) label.hidden = posted !== undefined && !posted.includes(label.dataset.account);
    },
  };
}
