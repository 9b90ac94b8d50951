/**
 * The dashboard's texts without repetition: English with its keys, of each other language the texts only, one a line
 * in the same order. The browser puts them together again. All languages have the same keys (`src/admin/i18n/__tests__`).
 */
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const JSON_FOLDER = path.join(__dirname, "../src/admin/i18n/json");
/** Names that the server uses, too. */
const NAMES_FOLDER = path.join(__dirname, "../src/texts/attention-names");
const NAMESPACE = "acquiring";

const leaves = (node) => (typeof node === "string" ? [node] : Object.values(node).flatMap(leaves));

/** In the browser: `shape` with the next of `texts` for each text. Its source is part of the bundle. */
function inShape(shape, texts) {
  const entries = Object.entries(shape);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === "string" ? texts.shift() : inShape(value, texts)]),
  );
}

function readTexts() {
  const files = fs.readdirSync(JSON_FOLDER).sort();
  const json = (folder, file) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
  const read = (file) => {
    const texts = json(JSON_FOLDER, file);
    return { ...texts, attention: { ...texts.attention, name: json(NAMES_FOLDER, file) } };
  };
  return new Map(files.map((file) => [path.basename(file, ".json"), read(file)]));
}

/** An expression with the value of `src/admin/i18n/index.ts`. */
function resources() {
  const { en, ...others } = Object.fromEntries(readTexts());
  const languages = Object.entries(others).map(([language, texts]) => {
    const lines = leaves(texts).join("\n");
    assert.deepStrictEqual(inShape(en, lines.split("\n")), texts, `${language}.json has other keys than en.json`);
    return `${language}: { ${NAMESPACE}: inShape(en, ${JSON.stringify(lines)}.split("\\n")) }`;
  });
  return `(() => {
    ${inShape.toString()}
    const en = ${JSON.stringify(en)};
    return { en: { ${NAMESPACE}: en }, ${languages.join(", ")} };
  })()`;
}

/** The bundle with `resources()` in place of its object of languages; what that object used can then be dropped. */
function withShortTexts(code) {
  const file = ts.createSourceFile("index.mjs", code, ts.ScriptTarget.ESNext, true);
  const languages = [...readTexts().keys()].join();
  const found = [];
  const visit = (node) => {
    const names = ts.isObjectLiteralExpression(node) ? node.properties.map(({ name }) => name?.getText()) : [];
    if (names.toSorted().join() === languages) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (found.length !== 1) throw new Error("The dashboard's bundle has its texts in another form.");
  const [object] = found;
  return code.slice(0, object.getStart()) + resources() + code.slice(object.getEnd());
}

module.exports = { withShortTexts };
