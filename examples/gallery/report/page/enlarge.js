// Enlarges a plot when it is clicked, or with the button below it, which can be reached by keyboard.
// The dialog of the browser closes with Escape and returns the focus.
"use strict";
(() => {
  const dialog = document.createElement("dialog");
  dialog.className = "large";
  document.body.append(dialog);
  dialog.addEventListener("click", () => dialog.close());

  const open = (figure) => {
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    const copy = figure.cloneNode(true);
    copy.querySelector(".enlarge").remove();
    // An identifier must stay unique in the document.
    copy.querySelector("figcaption").removeAttribute("id");
    dialog.setAttribute("aria-label", copy.querySelector("figcaption").textContent);
    dialog.replaceChildren(close, copy);
    dialog.showModal();
  };

  document.querySelectorAll("figure.plot").forEach((figure) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "enlarge";
    button.textContent = "⤢";
    button.setAttribute("aria-label", "Enlarge");
    button.setAttribute("aria-describedby", figure.querySelector("figcaption").id);
    button.addEventListener("click", () => open(figure));
    figure.querySelector("svg").addEventListener("click", () => open(figure));
    figure.querySelector("figcaption").before(button);
  });
})();
