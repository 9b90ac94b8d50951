import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AttentionEntry, ClosedReason, TimelineKind } from "../../../../api-schema/admin";
import { AttentionAction, AttentionKind } from "../../../../api-schema/admin";
import { rules } from "../../attention/rules";
import type {
  AttentionAction as DomainAction,
  AttentionKind as DomainKind,
  AttentionLevel,
  ClearedReason,
} from "../attention-kinds";
import { attentionKinds, meaningOf } from "../attention-kinds";
import type { EntryKind } from "../snapshot";

const OPERATIONS = readFileSync(join(__dirname, "../../../../../docs/operations.md"), "utf8");

/** The table of attention kinds, against the API schema, the rules that close items, and the operations page. */
type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : false;

test("kinds and actions are those of the API schema, in its order", () => {
  expect(Object.keys(attentionKinds)).toEqual(AttentionKind.options);
  const used = new Set(Object.values(attentionKinds).map(({ action }) => action));
  expect([...used].sort()).toEqual([...AttentionAction.options].sort());
  // Checked by the compiler, in both directions.
  const areSame: [
    IsSame<DomainKind, AttentionKind>,
    IsSame<DomainAction, AttentionAction>,
    IsSame<AttentionLevel, AttentionEntry["level"]>,
    IsSame<ClearedReason, ClosedReason>,
  ] = [true, true, true, true];
  expect(areSame).not.toContain(false);
});

test("timeline kinds are the journal's, and the two that the API derives from a code", () => {
  const isSame: IsSame<EntryKind | "cancelled_by_customer" | "replaced", TimelineKind> = true;
  expect(isSame).toBe(true);
});

test("exactly the kinds that a rule closes have a rule", () => {
  const closed = AttentionKind.options.filter((kind) => attentionKinds[kind].clears === "rule");
  expect(Object.keys(rules).sort()).toEqual([...closed].sort());
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
