import type { CapturePolicyRule } from "../../../../api-schema/admin";
import { mergeRules } from "../rule-merge";
import { aRule } from "./policy-examples";

const A = aRule({ account: "main" });
const B = aRule({ method: "card" });
const C = aRule({ region_id: "reg_1" });
const D = aRule({ sales_channel_id: "sc_1" });
const later = (rule: CapturePolicyRule): CapturePolicyRule => ({ ...rule, hours: 48 });
const first = (rule: CapturePolicyRule): CapturePolicyRule => ({ ...rule, capture: "on_order" });

const merged = (lists: Record<"base" | "mine" | "theirs", readonly CapturePolicyRule[]>) =>
  mergeRules({ ...lists, mine: lists.mine.map((rule) => ({ rule })), adopt: (rule) => ({ rule }) }).map(
    ({ rule }) => rule,
  );

test.each<[string, Record<"base" | "mine" | "theirs" | "result", readonly CapturePolicyRule[]>]>([
  [
    "what I did not edit is theirs",
    { base: [A, B], mine: [A, first(B)], theirs: [later(A), B], result: [later(A), first(B)] },
  ],
  ["what both edited is mine", { base: [A], mine: [first(A)], theirs: [later(A)], result: [first(A)] }],
  ["what they deleted is gone", { base: [A, B], mine: [A, first(B)], theirs: [B], result: [first(B)] }],
  ["what they deleted and I edited stays", { base: [A, B], mine: [A, first(B)], theirs: [A], result: [A, first(B)] }],
  ["what I deleted stays deleted", { base: [A, B], mine: [B], theirs: [later(A), B], result: [B] }],
  ["new rules of both stay", { base: [A], mine: [A, C], theirs: [A, D], result: [A, D, C] }],
  ["their new first rule is first", { base: [A], mine: [A, C], theirs: [D, A], result: [D, A, C] }],
  ["two new rules of theirs keep their order", { base: [A], mine: [C, A], theirs: [A, D, B], result: [C, A, D, B] }],
  ["the same new rule is there once", { base: [A], mine: [A, C, B], theirs: [A, C], result: [A, C, B] }],
  ["my order stays", { base: [A, B], mine: [B, A], theirs: [A, B, C], result: [B, C, A] }],
])("%s", (_name, { result, ...lists }) => {
  expect(merged(lists)).toEqual(result);
});
