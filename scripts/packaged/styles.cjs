/**
 * Checks the styles of our pages in a store's own dashboard build: every class name of our bundle has a rule in the
 * page's style sheets, and named elements have the values that make them readable. The functions named `inPage…` run
 * inside the page.
 */
/* global document, getComputedStyle */

/** Class names without rules: they mark an element for others (`group-hover:…`), or for Medusa's own scripts. */
const MARKERS = new Set(["group", "peer", "dark", "light"]);

/** Class names in our parts of the page without a rule in any style sheet. */
function inPageUnstyled(markers) {
  const known = new Set();
  const collect = (rules) => {
    for (const rule of rules) {
      for (const [, name] of (rule.selectorText ?? "").matchAll(/\.((?:\\.|[\w-])+)/g))
        known.add(name.replace(/\\(.)/g, "$1"));
      if (rule.cssRules) collect(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) collect(sheet.cssRules);
  const names = new Set();
  for (const part of document.querySelectorAll('[data-testid^="acquiring-"], [role="dialog"]')) {
    for (const element of [part, ...part.querySelectorAll("[class]")])
      for (const name of element.classList) if (!known.has(name) && !markers.includes(name)) names.add(name);
  }
  return [...names];
}

/** Essential styles: how each named element must look wherever it is shown. */
const NAMED = {
  // A dot beside each entry, not over its text.
  'ol > li.relative > span[aria-hidden="true"]': { position: "absolute", width: "6px", height: "6px" },
  // A name beside its value, not above it.
  'dl > div[class*="grid-cols-"] > dt + dd': { parent: { display: "grid", gridTemplateColumns: /^112px \d/ } },
  // The bars of a chart have the colours of the legend.
  "svg[role=img] rect:first-of-type": { color: /^(?!rgb\(0, 0, 0\)).+/, height: /^[\d.]+px$/ },
};

/** The named elements of the open page with the values listed in `NAMED`. */
function inPageValues(selectors) {
  return Object.entries(selectors).map(([selector, { own, parent }]) => {
    const element = [...document.querySelectorAll(selector)].find((one) => one.closest('[data-testid^="acquiring-"]'));
    const read = (of, names) => Object.fromEntries(names.map((name) => [name, getComputedStyle(of)[name]]));
    if (!element) return { selector, found: false };
    return { selector, found: true, own: read(element, own), parent: read(element.parentElement, parent) };
  });
}

/** `used`: text of our bundle; class names outside of it are Medusa's. Returns the named elements found. */
async function checkStyles(page, where, used) {
  const unstyled = (await page.evaluate(inPageUnstyled, [...MARKERS])).filter((name) => used.includes(name));
  if (unstyled.length > 0) throw new Error(`${where}: no style for the classes ${unstyled.join(", ")}`);
  const selectors = Object.fromEntries(
    Object.entries(NAMED).map(([selector, { parent = {}, ...own }]) => [
      selector,
      { own: Object.keys(own), parent: Object.keys(parent) },
    ]),
  );
  const found = await page.evaluate(inPageValues, selectors);
  for (const { selector, ...of } of found.filter((one) => one.found)) {
    const { parent = {}, ...own } = NAMED[selector];
    expectValues(`${where}: ${selector}`, of.own, own);
    expectValues(`${where}: the parent of ${selector}`, of.parent, parent);
  }
  return found.filter((one) => one.found).map(({ selector }) => selector);
}

function expectValues(what, actual, expected) {
  for (const [name, wanted] of Object.entries(expected)) {
    const value = actual[name];
    const isRight = wanted instanceof RegExp ? wanted.test(value) : wanted === value;
    if (!isRight) throw new Error(`${what}: ${name} is ${value}, not ${String(wanted)}`);
  }
}

module.exports = { checkStyles, NAMED };
