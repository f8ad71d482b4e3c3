// The introduction for first-time visitors explains the page's purpose and offers a tour of five
// steps. The browser remembers that the introduction was closed.

const memory = "leasehold-welcome";

/** Activates the introduction and the tour. */
export function welcome() {
  const words = document.querySelector("[data-welcome]");
  const tour = document.querySelector("[data-tour]");
  const steps = [...tour.querySelectorAll("[data-at]")];
  const button = (name) => document.querySelector(`[data-${name}]`);
  let at = -1; // the current step
  let shown = null; // the current step's element

  const close = () => {
    words.hidden = true;
    try { localStorage.setItem(memory, "closed"); } catch { /* the introduction is then shown again */ }
  };

  const leave = () => {
    shown?.classList.remove("toured");
    shown = null;
  };

  const show = (to) => {
    leave();
    at = to;
    steps.forEach((step, i) => { step.hidden = i !== at; });
    // If the lease has no such element (it may have no criteria), the step is shown next to the results.
    shown = document.querySelector(steps[at].dataset.at) ?? document.getElementById("results");
    for (let fold = shown.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    shown.classList.add("toured");
    shown.scrollIntoView({ block: shown.offsetHeight > innerHeight / 2 ? "start" : "center" });
    tour.setAttribute("aria-label", steps[at].querySelector("h2").textContent);
    tour.querySelector("[data-tour-place]").textContent = `${at + 1} of ${steps.length}`;
    button("tour-back").disabled = at === 0;
    button("tour-next").hidden = at === steps.length - 1;
    if (!tour.matches(":popover-open")) tour.showPopover();
    (at === steps.length - 1 ? button("tour-ends") : button("tour-next")).focus();
  };

  const end = () => {
    leave();
    tour.hidePopover();
    (words.hidden ? document.getElementById("results") : button("tour-starts")).focus();
  };

  try { words.hidden = localStorage.getItem(memory) === "closed"; } catch { /* the introduction is then shown */ }
  button("welcome-ends").addEventListener("click", close);
  button("tour-starts").addEventListener("click", () => show(0));
  button("tour-back").addEventListener("click", () => show(at - 1));
  button("tour-next").addEventListener("click", () => show(at + 1));
  button("tour-ends").addEventListener("click", end);
  tour.addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
}
