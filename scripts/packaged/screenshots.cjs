/**
 * Compares dashboard screenshots twice. The two stores of one run must show the same, apart from IDs and times. And
 * each page must match a small grey copy in the repository (`integration-tests/screenshots`), which other fonts and new
 * rows hardly change, but a missing style does. `npm run packaged -- --update-screenshots` rewrites the copies.
 */
const fs = require("node:fs");
const path = require("node:path");
const { PNG } = require("pngjs");

const KEPT = path.join(__dirname, "../../integration-tests/screenshots");
/** Pixels per cell of the small copy. */
const CELL = 16;
/** Of 255: difference up to which two cells count as equal. */
const NEAR = 16;
/**
 * Share of a page that may differ. Between the stores of one run, IDs and times change at most 0.5 %; without the
 * styles that only our package brings, pages change by up to 14 %. The repository's copies may have other fonts.
 */
const MOST_BETWEEN_STORES = 0.015;
const MOST_SINCE_KEPT = 0.03;

const read = (file) => PNG.sync.read(fs.readFileSync(file));

/** Mean grey of each square of CELL by CELL pixels. */
function small({ width, height, data }) {
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let sum = 0;
      for (let y = row * CELL; y < (row + 1) * CELL; y += 1) {
        for (let x = column * CELL; x < (column + 1) * CELL; x += 1) {
          const at = (y * width + x) * 4;
          sum += (data[at] * 299 + data[at + 1] * 587 + data[at + 2] * 114) / 1000;
        }
      }
      cells[row * columns + column] = Math.round(sum / (CELL * CELL));
    }
  }
  return { columns, rows, cells };
}

function write(file, { columns, rows, cells }) {
  const png = new PNG({ width: columns, height: rows, colorType: 0, inputColorType: 0, inputHasAlpha: false });
  png.data = Buffer.from(cells);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false }));
}

function readSmall(file) {
  const { width: columns, height: rows, data } = read(file);
  return { columns, rows, cells: Uint8Array.from({ length: columns * rows }, (_, index) => data[index * 4]) };
}

/** Share of cells that differ by more than NEAR; 1 if the sizes differ. */
function difference(one, other) {
  if (one.columns !== other.columns || one.rows !== other.rows) return 1;
  const far = one.cells.filter((cell, index) => Math.abs(cell - other.cells[index]) > NEAR);
  return far.length / one.cells.length;
}

const picturesIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".png"))
    .map((name) => name.replaceAll(path.sep, "/"))
    .sort();

/** Both folders contain the screenshots of one store. Returns the number compared; throws with all differences. */
const compareStores = (one, other) =>
  compare({ folder: one, against: (name) => small(read(path.join(other, name))), most: MOST_BETWEEN_STORES });

/** `folder`: the screenshots of one store, compared with the repository's copies. */
function compareWithKept(folder) {
  const names = picturesIn(folder);
  const left = picturesIn(KEPT).filter((name) => !names.includes(name));
  if (left.length > 0) throw new Error(`No page shows these any more: ${left.join(", ")}`);
  return compare({ folder, against: keptOf, most: MOST_SINCE_KEPT });
}

function keptOf(name) {
  const file = path.join(KEPT, name);
  if (!fs.existsSync(file)) throw new Error(`${name} is new: run npm run packaged -- --update-screenshots`);
  return readSmall(file);
}

function compare({ folder, against, most }) {
  const names = picturesIn(folder);
  const wrong = names
    .map((name) => ({ name, part: difference(small(read(path.join(folder, name))), against(name)) }))
    .filter(({ part }) => part > most)
    .map(({ name, part }) => `${path.join(folder, name)} differs in ${(part * 100).toFixed(1)} %`);
  if (wrong.length > 0) throw new Error(`Pages look different:\n${wrong.join("\n")}`);
  return names.length;
}

function updateKept(folder) {
  fs.rmSync(KEPT, { recursive: true, force: true });
  for (const name of picturesIn(folder)) write(path.join(KEPT, name), small(read(path.join(folder, name))));
}

module.exports = { compareStores, compareWithKept, updateKept };
