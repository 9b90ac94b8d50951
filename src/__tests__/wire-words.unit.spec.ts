import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript";
import { authorise } from "../gateway/operations/authorise";
import { AuthoriseWire, resultFields } from "../gateway/operations/authorise-fields";
import {
  BatchAnswer,
  batchPath,
  CancelAnswerItem,
  CaptureAnswerItem,
  RefundAnswerItem,
  ReviewAnswerItem,
} from "../gateway/operations/batch";
import { checkout } from "../gateway/operations/checkout";
import { payout, WirePayoutAnswer } from "../gateway/operations/payout";
import {
  WirePaymentRow,
  PaymentsAnswer,
  WireRefundRow,
  RefundsAnswer,
  retrievalPath,
} from "../gateway/operations/retrieval";

/**
 * Two rules that imports cannot show: who may hold the client that moves money, and that only `src/gateway` uses the
 * wire's field names (apart from the options, the simulator, and `conformance`, which reports misread names). Reads the
 * sources without comments.
 */
const root = join(__dirname, "..");

/** A file's names and texts, without its comments. */
function wordsOf(file: string): readonly string[] {
  const words: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      words.push(node.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest));
  return words;
}

const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(sep).join("/"))
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.includes("__tests__/") &&
      !/^(gateway|options|simulator|cli\/conformance)\//.test(file),
  )
  .map((file) => ({ file, words: wordsOf(file) }));

test("only the gate, the batches and the composition root use the client's writes", () => {
  const holders = sources.filter(({ words }) => words.some((word) => word === "writes" || word === "Writes"));
  expect(holders.map(({ file }) => file).sort()).toEqual([
    "modules/acquiring/composition-root.ts",
    "modules/acquiring/gate/gate.ts",
    "modules/acquiring/gate/outbound-batches.ts",
    "modules/acquiring/payouts/payout-gate.ts",
  ]);
});

const SCHEMAS = [
  AuthoriseWire,
  ...[PaymentsAnswer, WirePaymentRow, RefundsAnswer, WireRefundRow],
  ...Object.values(BatchAnswer),
  ...[CaptureAnswerItem, CancelAnswerItem, RefundAnswerItem, ReviewAnswerItem],
];
/** Fields of the payout answer that our own tables and the dashboard name differently. */
const PAYOUT_FIELDS = Object.keys(WirePayoutAnswer.shape).filter((name) => /^(payment|amount)_|_id$|^last_/.test(name));
const FIELDS = [...PAYOUT_FIELDS, ...SCHEMAS.flatMap(({ shape }) => Object.keys(shape)), ...Object.keys(resultFields)];
const PATHS = [
  payout.path,
  authorise.path,
  checkout.path,
  ...Object.values(batchPath),
  ...Object.values(retrievalPath),
];

/** Names shared with Medusa, our own tables, the shop's input and the dashboard's API schema. */
const SHARED = new Set([
  "bank_code",
  "billing_address",
  "billing_country",
  "birth_date",
  "challenge_window_size",
  "color_depth",
  "first_name",
  "last_name",
  "notify_url",
  "order_no",
  "price_id",
  "recurring_id",
  // Our own ID of a payout, which the wire takes from us.
  "request_id",
  "risk_score",
  "security_code",
  "session_id",
  "tax_total",
  "time_zone",
]);

/** Payouts are shown, sealed and approved exactly as they will be sent, so two of their names are the wire's. */
const withoutShared = (file: string, word: string): string =>
  /payout|import-template|Migration2026112509000[02]/.test(file)
    ? word.replace(/(?<!\w)(payment_method|transaction_id)(?!\w)/g, "")
    : word;

test("no wire field or path is named outside the gateway folder and the simulator", () => {
  // A single plain word is not specific to the wire: "amount", "browser", "note".
  const own = FIELDS.filter((name) => /[_\d]/.test(name) && !SHARED.has(name));
  const names = [...new Set([...own, authorise.root, ...Object.keys(retrievalPath), ...PATHS])];
  const wire = new RegExp(`(?<![\\w/])(?:${names.join("|")})(?!\\w)`);
  expect(names.length).toBeGreaterThan(90);
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap(({ file, words }) =>
    words.filter((word) => wire.test(withoutShared(file, word))).map((word) => `${file}: ${word.slice(0, 60)}`),
  );
  expect(found).toEqual([]);
});
