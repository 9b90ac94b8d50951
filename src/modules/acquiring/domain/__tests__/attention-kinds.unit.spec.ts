import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AttentionAction, AttentionKind } from "../../../../api-schema/admin";
import { rules } from "../../attention/rules";
import { attentionKinds, meaningOf } from "../attention-kinds";

const OPERATIONS = readFileSync(join(__dirname, "../../../../../docs/operations.md"), "utf8");

/** The table of what may need a person, against the subscription that shows it and the rules that close it. */
test("every kind shown in the dashboard is in the table, with an action that has a text", () => {
  const actions = AttentionKind.options.map((kind) => meaningOf(kind)?.action);
  expect(actions).not.toContain(undefined);
  expect(actions.filter((action) => !AttentionAction.safeParse(action).success)).toEqual([]);
});

test("kinds closed only by a person or an event have no rule that the sweep could apply", () => {
  const evidence = {
    raisedAt: new Date(0),
    renewedAt: new Date(0),
    now: new Date(10 * 86_400_000),
    attempt: null,
    operations: [],
    answer: { payments: ["authorised"], refunds: [] },
    claimsMatch: true,
    failedRefunds: new Set<string>(),
    account: { isWaitingForQuery: false, lastReadableAt: new Date(1) },
  } as const;
  const kept = AttentionKind.options.filter((kind) => attentionKinds[kind].clears !== "sweep");
  expect(kept).toContain("amount_mismatch");
  expect(kept.map((kind) => rules[kind](evidence))).toEqual(kept.map(() => null));
});

test("a name that is not in the table has no meaning", () => {
  expect([meaningOf("nonsense"), meaningOf("constructor")]).toEqual([undefined, undefined]);
});

test("the operations page has every kind once, with its action", () => {
  const rows = [...OPERATIONS.matchAll(/^\| `([a-z_]+)` +\|[^|]*\| `([a-z_]+)`[^|]*\|([^|]*)\|$/gm)];
  const documented = rows.map(([, kind = "", action]) => [kind, action]);
  expect(documented.sort()).toEqual(AttentionKind.options.map((kind) => [kind, attentionKinds[kind].action]).sort());
  const byPerson = rows.filter(([, , , end = ""]) => end.trim() === "you dismiss it").map(([, kind]) => kind);
  expect(byPerson.sort()).toEqual(
    AttentionKind.options.filter((kind) => attentionKinds[kind].clears === "person").sort(),
  );
});
