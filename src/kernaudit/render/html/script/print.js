// Paper has no buttons to press: everything that is folded is unfolded for it, and folded again afterwards.
let unfolded = [];
addEventListener("beforeprint", () => {
  failing.forEach(tellFailures);
  unfolded = [...document.querySelectorAll("main details:not([open])")];
  for (const one of unfolded) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of unfolded) one.open = false;
  unfolded = [];
});
