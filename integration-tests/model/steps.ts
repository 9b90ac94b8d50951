import fc from "fast-check";
import type { AccountKey, Setting } from "./setting";
import { setting } from "./setting";

/**
 * The commands of the model as plain data, so that a failing run is a list that
 * can be read, kept in `corpus.json` and played again whatever becomes of the
 * generators. A step that makes no sense where it comes is passed over.
 */
export const CARDS = {
  approved: "4111111111111111",
  declined: "4000000000000002",
  lostBefore: "4000000000006975",
  lostAfter: "4000000000000259",
  errorAfter: "4000000000000341",
  pending: "4000000000003220",
  doubtful: "4000000000000119",
  unmapped: "4000000000005126",
  challenge: "4000000000003063",
} as const;
export type CardName = keyof typeof CARDS;

/** Where the process of a step dies: before its nth step to the outside, at a named crash point, or not at all. */
export type Death = number | string | null;

interface Dealt {
  readonly by: "one" | "two";
  readonly dies: Death;
}

export type Step =
  | (Dealt & { readonly do: "pay"; readonly session: number; readonly card: CardName })
  | (Dealt & {
      readonly do: "capture" | "refund";
      readonly payment: number;
      /** In whole major units; `minor` more minor units, none when left out. */
      readonly amount: number;
      readonly minor?: number;
      /** The same key again is the same intention again. */
      readonly key: number;
    })
  | (Dealt & { readonly do: "void"; readonly payment: number; readonly key: number })
  | (Dealt & { readonly do: "giveBack" | "query" | "comeBack"; readonly payment: number })
  | (Dealt & { readonly do: "deliver"; readonly letter: number; readonly times: number })
  | (Dealt & { readonly do: "work" })
  | {
      readonly do: "lie";
      readonly payment: number;
      readonly claim: "paid" | "captured" | "voided" | "declined" | "amount";
      readonly signature: "valid" | "invalid" | "absent";
    }
  /** A true notification, handed in at the address of the other account. */
  | (Dealt & { readonly do: "misdeliver"; readonly letter: number })
  /** At one gateway account; at all when left out. */
  | { readonly do: "fault"; readonly operation: string; readonly fault: string; readonly at?: AccountKey }
  | { readonly do: "weather"; readonly weather: "up" | "down" | "silent"; readonly at?: AccountKey }
  | { readonly do: "advance"; readonly ms: number }
  | { readonly do: "decide"; readonly payment: number; readonly outcome: "approve" | "decline" }
  | { readonly do: "settleRefunds"; readonly payment: number; readonly outcome: "done" | "failed" }
  | { readonly do: "portal"; readonly payment: number; readonly action: "capture" | "void" | "refund" };

const POINTS = ["authorise", "capture", "void", "refund"].flatMap((kind) =>
  ["before-send", "after-send"].map((when) => `${kind}:${when}`),
);

const dies: fc.Arbitrary<Death> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.nat(45) },
  { weight: 1, arbitrary: fc.constantFrom(...POINTS) },
);
const by = fc.constantFrom("one" as const, "two" as const);
const payment = fc.nat(3);
const key = fc.nat(2);
const amount = fc.oneof(fc.constantFrom(100, 60, 50, 40), fc.integer({ min: 1, max: 110 }));
/** A thousandth, a hundredth and half a unit or so, as the currency has it: of three decimals the wire carries two. */
const minor = fc.constantFrom(0, 0, 0, 0, 1, 10, 50);
const at = fc.constantFrom<AccountKey>("main", "second");

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const card = fc.oneof(
  { weight: 8, arbitrary: fc.constant<CardName>("approved") },
  {
    weight: 7,
    arbitrary: fc.constantFrom<CardName>(
      "declined",
      "lostBefore",
      "lostAfter",
      "errorAfter",
      "pending",
      "unmapped",
      "challenge",
    ),
  },
  { weight: 1, arbitrary: fc.constant<CardName>("doubtful") },
);
const FAULTS = [
  "drop-before",
  "drop-after-apply",
  "5xx-before",
  "5xx-after-apply",
  "html",
  "garbage",
  "wrong-amount",
  "wrong-order",
  "missing-item",
];
const OPERATIONS = ["authorise", "capture", "cancel", "refund", "retrievalTrans", "retrievalRefund"];

const act = <K extends string>(name: K): fc.Arbitrary<K> => fc.constant(name);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: act("pay"), by, dies, session: fc.nat(1), card }) },
  { weight: 7, arbitrary: fc.record({ do: act("capture"), by, dies, payment, amount, minor, key }) },
  { weight: 7, arbitrary: fc.record({ do: act("refund"), by, dies, payment, amount, minor, key }) },
  { weight: 4, arbitrary: fc.record({ do: act("void"), by, dies, payment, key }) },
  { weight: 2, arbitrary: fc.record({ do: act("giveBack"), by, dies, payment }) },
  { weight: 4, arbitrary: fc.record({ do: act("query"), by, dies, payment }) },
  { weight: 1, arbitrary: fc.record({ do: act("comeBack"), by, dies, payment }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: act("deliver"), by, dies, letter: fc.nat(9), times: fc.constantFrom(1, 1, 3) }),
  },
  { weight: 1, arbitrary: fc.record({ do: act("misdeliver"), by, dies, letter: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ do: act("work"), by, dies }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: act("lie"),
      payment,
      claim: fc.constantFrom("paid", "captured", "voided", "declined", "amount"),
      signature: fc.constantFrom("valid", "invalid", "absent"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: act("fault"),
      operation: fc.constantFrom(...OPERATIONS),
      fault: fc.constantFrom(...FAULTS),
      at,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: act("weather"), weather: fc.constantFrom("up", "up", "down", "silent"), at }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: act("advance"),
      ms: fc.constantFrom(SECOND, 30 * SECOND, 96 * SECOND, 3 * MINUTE, 16 * MINUTE, 60 * MINUTE, 1_440 * MINUTE),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: act("decide"), payment, outcome: fc.constantFrom("approve", "approve", "decline") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: act("settleRefunds"), payment, outcome: fc.constantFrom("done", "failed") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: act("portal"), payment, action: fc.constantFrom("capture", "void", "refund") }),
  },
);

export interface Story {
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

/** A story begins with a payment: without one there is nothing to do. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.record({ do: act("pay"), by, dies, session: fc.nat(1), card }),
    fc.array(step, { maxLength: 24, size: "max" }),
  )
  .map(([first, rest]) => [first, ...rest]);

export const story: fc.Arbitrary<Story> = fc.record({ steps, setting });
