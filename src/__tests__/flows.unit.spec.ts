import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * The main paths of docs/architecture.md, from the entry to the bytes on the wire and back to the committed result. Each
 * step is a call: it must be in the caller's source, and its name in the file that it leads to. A caller reaches it by an
 * import or through a part that the ledger's composition root hands it.
 */
const root = join(__dirname, "../..");
const MOST_FILES = 12;
const ROOT_OF_PARTS = "modules/acquiring/composition-root";

type Step = readonly [from: string, call: string, to: string];
const GATE = "modules/acquiring/gate/gate";
const RECORD = "modules/acquiring/gate/record-operation";
const CLIENT = "gateway/client/client";

const FLOWS: Readonly<Record<string, readonly Step[]>> = {
  "A card payment": [
    ["api/store/acquiring/payments/route", "pay(", "application/checkout/pay"],
    ["application/checkout/pay", "ledger.pay(", "modules/acquiring/service"],
    ["modules/acquiring/service", "this.checkout.pay(", "modules/acquiring/checkout/checkout-payment"],
    ["modules/acquiring/checkout/checkout-payment", "gate.authorise(", GATE],
    [GATE, "ledger.openAttempt(", "modules/acquiring/ledger/ledger"],
    [GATE, ".authorise(", CLIENT],
    [CLIENT, "authoriseBody(", "gateway/operations/authorise"],
    [CLIENT, "transport.post(", "gateway/transport/transport"],
    [CLIENT, "readAuthorise(", "gateway/reading/classify-response"],
    [GATE, "this.#recorder.end(", RECORD],
    [RECORD, "applySimple(", "modules/acquiring/ledger/apply-decision"],
  ],
  "A refund with Medusa's button": [
    ["providers/acquiring/base", "reserveRefund(", "providers/acquiring/refund"],
    ["providers/acquiring/base", "exactAmount(", "providers/acquiring/exact-amount"],
    ["providers/acquiring/base", "gate.run(", GATE],
    [GATE, "this.#batches.announce(", "modules/acquiring/gate/outbound-batches"],
    [GATE, "this.#recorder.begin(", RECORD],
    [RECORD, "decide(", "modules/acquiring/gate/decide"],
    ["modules/acquiring/gate/outbound-batches", ".arrive(", "gateway/batching/batcher"],
    ["modules/acquiring/gate/outbound-batches", ".refund(", CLIENT],
    [CLIENT, "refundBatch(", "gateway/operations/batch"],
    [CLIENT, "transport.post(", "gateway/transport/transport"],
    [CLIENT, "readRefundBatch(", "gateway/reading/read-batch"],
  ],
  "A notification is received": [
    ["api/middlewares", "answerNotification(", "api/answer-notification"],
    ["api/answer-notification", "receiveNotification(", "application/notifications/receive-notification"],
    ["application/notifications/receive-notification", ".receiveNotification(", "modules/acquiring/service"],
    ["modules/acquiring/service", "this.components.receiver.receive(", "modules/acquiring/inbox/receive-notification"],
    ["modules/acquiring/inbox/receive-notification", "readNotification(", "modules/acquiring/inbox/read-notification"],
    [
      "modules/acquiring/inbox/receive-notification",
      "storeNotifications(",
      "modules/acquiring/ledger/store-notifications",
    ],
  ],
  "A notification is processed": [
    ["application/worker/worker-loop", "workerRound(", "application/worker/worker-round"],
    ["application/worker/worker-round", ".applyInbox(", "modules/acquiring/service"],
    ["modules/acquiring/service", "this.components.inbox.process(", "modules/acquiring/inbox/process-notification"],
    ["modules/acquiring/inbox/process-notification", "matchPayment(", "modules/acquiring/inbox/match-payment"],
    [
      "modules/acquiring/inbox/process-notification",
      "this.#applier.apply(",
      "modules/acquiring/inbox/apply-notification",
    ],
    ["modules/acquiring/inbox/apply-notification", "checker.check(", "modules/acquiring/status-checks/status-checker"],
    ["modules/acquiring/status-checks/status-checker", "applyFacts(", "modules/acquiring/ledger/apply-facts"],
    ["application/worker/worker-round", "projectAttempt(", "application/orders/project-attempt"],
  ],
  "A lost answer is resolved": [
    ["application/worker/worker-loop", "workerRound(", "application/worker/worker-round"],
    ["application/worker/worker-round", ".checkAttempts(", "modules/acquiring/service"],
    ["modules/acquiring/service", "this.statusChecker.checkMany(", "modules/acquiring/status-checks/status-checker"],
    [
      "modules/acquiring/status-checks/status-checker",
      "this.#listings.ask(",
      "modules/acquiring/status-checks/fetch-gateway-state",
    ],
    ["modules/acquiring/status-checks/status-checker", "applyFacts(", "modules/acquiring/ledger/apply-facts"],
    ["modules/acquiring/ledger/apply-facts", "applyDecision(", "modules/acquiring/ledger/apply-decision"],
    ["application/worker/worker-round", "projectAttempt(", "application/orders/project-attempt"],
    ["application/orders/project-attempt", "projectOperations(", "application/orders/project-operations"],
  ],
  "A payout": [
    ["application/payouts/payout-commands", "sendApprovedPayout(", "application/payouts/send-payout"],
    ["application/payouts/send-payout", "payouts.claimForSending(", "modules/acquiring_payout/service/payouts"],
    ["application/payouts/send-payout", "payouts.send(", "modules/acquiring/payouts/payout-ledger"],
    ["modules/acquiring/payouts/payout-ledger", ".send(", "modules/acquiring/payouts/payout-gate"],
    ["modules/acquiring/payouts/payout-gate", "sends.open(", "modules/acquiring/payouts/payout-sends"],
    ["modules/acquiring/payouts/payout-gate", ".payout(", CLIENT],
    [CLIENT, "sendPayout(", "gateway/client/send-payout"],
    ["gateway/client/send-payout", "transport.post(", "gateway/transport/transport"],
    ["application/payouts/send-payout", "followPayout(", "application/payouts/follow-payout"],
  ],
};

const fileOf = (name: string): string => join(root, "src", `${name}.ts`);
const sourceOf = (name: string): string => readFileSync(fileOf(name), "utf8");

/** The files that a file imports or re-exports, without `src/` and `.ts`; an index stands for what it re-exports. */
function importsOf(name: string): ReadonlySet<string> {
  const found = [...sourceOf(name).matchAll(/from "(\.{1,2}\/[^"]+|\.{1,2})"/g)].flatMap(([, to = ""]) => {
    const target = relative(join(root, "src"), join(dirname(fileOf(name)), to)).replaceAll("\\", "/");
    const index = `${target}/index`;
    return existsSync(fileOf(target)) || !existsSync(fileOf(index)) ? [target] : [index, ...importsOf(index)];
  });
  return new Set(found);
}

/** By an import of its own; or through a component, and then the file that provides the components imports it. */
const reaches = (from: string, to: string): boolean =>
  [from, ...handedOutBy(from)].some((name) => importsOf(name).has(to));

function handedOutBy(from: string): readonly string[] {
  if (from.startsWith("gateway/")) return [CLIENT];
  const ledger = ["application/resolve-ledger", ROOT_OF_PARTS, "modules/acquiring/accounts/gateway-accounts"];
  return [...ledger, "modules/acquiring_payout/service"];
}

const filesOf = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.flatMap(([from, , to]) => [from, to])),
];

describe.each(Object.entries(FLOWS))("%s", (title, steps) => {
  test("each step is a call in its source, and leads to the file that contains it", () => {
    for (const [from, call, to] of steps) {
      expect([from, call, sourceOf(from).includes(call)]).toEqual([from, call, true]);
      const name = /(\w+)\($/.exec(call)?.[1] ?? "";
      expect([to, name, new RegExp(`\\b${name}\\b`).test(sourceOf(to))]).toEqual([to, name, true]);
      expect([from, to, reaches(from, to)]).toEqual([from, to, true]);
    }
  });

  test(`it has at most ${String(MOST_FILES)} files, each entered once, and every step starts where an earlier one led`, () => {
    expect(filesOf(steps).length).toBeLessThanOrEqual(MOST_FILES);
    const entered = steps.map(([, , to]) => to);
    expect(entered.filter((to, index) => entered.indexOf(to) !== index)).toEqual([]);
    const [first] = steps;
    for (const [index, [from]] of steps.entries()) expect([first?.[0], ...entered.slice(0, index)]).toContain(from);
  });

  test("docs/architecture.md shows it with the same files and calls", () => {
    const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
    expect(page).toContain(`### ${title}`);
    const drawing = page.slice(page.indexOf(`### ${title}`)).split("```")[1] ?? "";
    for (const [from, call, to] of steps)
      expect([
        title,
        drawing.includes(`${short(from)}->>${short(to)}: ${call.replace(/^[.#]|this\.#?/g, "")})`),
      ]).toEqual([title, true]);
  });
});

/** `gate/gate`: a file by its folder and name; by its path where several files have these. */
const short = (name: string): string =>
  /acquiring\/[^/]+$|\/route$|\/receive-notification$/.test(name) ? name : name.split("/").slice(-2).join("/");
