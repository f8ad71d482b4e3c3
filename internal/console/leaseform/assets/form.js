// The lease form: its values, encoded as they are in requests and links, and the
// server's messages.
import { arrangeLists, keepLists, makeRows } from "./lists.js";

const other = "file-"; // prefix of the inputs for files, which are not part of the lease

/** Unfolds all elements that contain an element. */
function unfold(element) {
  for (let at = element.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
}

function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Opens the browser's calendar next to a date and uses the chosen date. */
function pickDate(button, changed) {
  const calendar = button.closest(".picker").querySelector("[data-date]");
  const typed = button.closest(".control").querySelector("input[name]");
  calendar.value = /^\d{4}-\d\d-\d\d$/.test(typed.value) ? typed.value : "";
  calendar.onchange = (event) => {
    event.stopPropagation();
    if (!calendar.value) return;
    typed.value = calendar.value;
    changed();
  };
  calendar.showPicker();
}

/** Activates the form. The function changed is called after changes other than typing. */
export function leaseForm(form, changed) {
  const own = (name) => name && !name.startsWith(other);

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pick]");
    if (button) pickDate(button, changed);
  });
  keepLists(form, changed);
  // Tab stops once at each field; F1 opens its help.
  for (const part of [form, ...[...document.querySelectorAll("template[data-copy-of]")].map((copy) => copy.content)]) {
    for (const help of part.querySelectorAll(".field > .help")) help.tabIndex = -1;
  }
  form.addEventListener("keydown", (event) => {
    const help = event.key === "F1" && event.target.closest(".field")?.querySelector(":scope > .help");
    if (!help) return;
    event.preventDefault();
    help.click();
  });

  const filled = (group) => [...group.querySelectorAll("input[name], select[name], textarea[name]")].some((e) => (e.type === "checkbox" ? e.checked : e.value !== ""));

  return {
    /** The form's values, without empty ones. */
    encoded() {
      const kept = new URLSearchParams();
      for (const [name, value] of new FormData(form)) {
        if (String(value).trim() !== "" && own(name)) kept.append(name, value);
      }
      return kept.toString();
    },

    /** Fills the form with a link's values. */
    fill(params) {
      makeRows(form, params.keys());
      for (const element of form.elements) {
        if (!own(element.name)) continue;
        const value = params.get(element.name) ?? "";
        if (element.type === "checkbox") {
          element.checked = value !== "";
        } else if (element.tagName === "SELECT") {
          const known = [...element.options].some((o) => o.value === value);
          element.value = known ? value : element.options[0].value;
        } else {
          element.value = value;
        }
      }
      arrangeLists(form);
      for (const group of form.querySelectorAll("[data-folds]")) group.open = filled(group);
    },

    /** Shows the messages about inputs, rows and lists below them. */
    showWords(faults, remarks) {
      for (const field of form.querySelectorAll("[data-field]")) {
        const fault = faults[field.dataset.field] ?? "";
        const input = field.querySelector("[name]");
        field.classList.toggle("wrong", fault !== "");
        if (fault) {
          input.setAttribute("aria-invalid", "true");
          field.hidden = false;
          field.classList.remove("rest");
          unfold(field);
        } else {
          input.removeAttribute("aria-invalid");
        }
        put(field.querySelector(".fault"), fault);
        put(field.querySelector(".remark"), remarks[field.dataset.field] ?? "");
      }
      for (const place of form.querySelectorAll("[data-said-of]")) {
        const fault = faults[place.dataset.saidOf] ?? "";
        put(place, fault);
        if (fault) unfold(place);
      }
    },

    /** Scrolls to a row by its name, such as events[3]. */
    show(name) {
      const row = [...form.querySelectorAll("[data-row]")].find((r) => r.dataset.row === name);
      if (!row) return;
      unfold(row);
      row.scrollIntoView({ block: "center" });
      row.querySelector("input[name], select[name]").focus({ preventScroll: true });
    },

    /** The labels of inputs, by name. */
    labels(inputs) {
      return inputs.map((name) => form.querySelector(`[data-field="${name}"] label`).firstChild.textContent.trim());
    },

    /** Marks the inputs that equal a sample's inputs. Returns whether all do, and whether any do. */
    markSample(sample) {
      let all = true;
      let any = false;
      for (const field of form.querySelectorAll("[data-field]")) {
        const input = field.querySelector("[name]");
        const theirs = sample?.get(input.name) ?? "";
        const same = input.value.trim() === theirs;
        all &&= same || (input.tagName === "SELECT" && theirs === "" && input.selectedIndex === 0);
        any ||= same && theirs !== "" && !["standard", "paymentFrequency", "paymentTiming"].includes(input.name);
        field.classList.toggle("sampled", same && theirs !== "");
      }
      return { all, any };
    },
  };
}
