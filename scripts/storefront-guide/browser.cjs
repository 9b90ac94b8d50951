/**
 * Browser pages that record their errors. Requests to other hosts are answered here, so that runs need no network and
 * are reproducible.
 */
const fs = require("node:fs");
const path = require("node:path");

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
/** A grey pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGO4cuUGAAUAAoGEeHImAAAAAElFTkSuQmCC",
  "base64",
);

const isHere = (url) => ["localhost", "127.0.0.1"].includes(url.hostname) || !url.protocol.startsWith("http");

/** The starter's product pictures are on another host; other external requests get an empty answer. */
const answerOutside = (route) =>
  route.request().resourceType() === "image"
    ? route.fulfill({ contentType: "image/png", body: PIXEL })
    : route.fulfill({ contentType: "text/plain", body: "" });

/**
 * Opens a page: `page.problems` has all page and console errors that `allowed` does not name. `allowed`: `{ pattern,
 * why }[]`.
 */
async function openPage(browser, { size = WIDE, allowed = [] } = {}) {
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  await context.route((url) => !isHere(url), answerOutside);
  const page = await context.newPage();
  page.problems = [];
  const add = (text) => {
    if (!allowed.some(({ pattern }) => pattern.test(text))) page.problems.push(text);
  };
  page.on("pageerror", (error) => add(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") add(`${message.text()} (${message.location().url})`);
  });
  return page;
}

/** Screenshots of the whole page at both widths, in `folder`, if given. */
async function shoot(page, name, folder) {
  if (!folder) return;
  fs.mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await page.screenshot({ path: path.join(folder, `${name}-${size.width}.png`), fullPage: true });
  }
  if (before) await page.setViewportSize(before);
}

/** Does `work`; on a failure, `<name>-failed` are the page's screenshots. */
async function withPictures(page, { name, folder }, work) {
  try {
    return await work();
  } catch (error) {
    await shoot(page, `${name}-failed`, folder).catch((unseen) => {
      throw new Error(`${error.message}\n(no picture: ${unseen.message})`, { cause: error });
    });
    throw error;
  }
}

/** Fails with the page's errors. */
function expectNoProblems(page) {
  if (page.problems.length > 0) throw new Error(`Errors in the page:\n${[...new Set(page.problems)].join("\n")}`);
}

module.exports = { expectNoProblems, NARROW, openPage, shoot, WIDE, withPictures };
