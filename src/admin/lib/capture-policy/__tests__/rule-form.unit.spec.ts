import { CapturePolicyRule } from "../../../../api-schema/admin";
import type { RuleForm } from "../rule-form";
import { emptyRule, formOf, happensAtOnce, READY_MADE, readHours, readRule } from "../rule-form";
import { aRule, CHOICES } from "./policy-examples";

const aForm = (change: Partial<RuleForm> = {}): RuleForm => ({ ...formOf(aRule({ account: "main" })), ...change });

test("a new rule decides nothing about money by itself", () => {
  expect(readRule(emptyRule, CHOICES)).toEqual({ problems: { capture: "capture", at_expiry: "at_expiry" } });
});

test("a saved rule is read as it was", () => {
  const rule = aRule({ account: "plain", single_capture: "first", only_if_not_held: true });
  expect(readRule(formOf(rule), CHOICES)).toEqual({ rule });
});

test.each([
  ["1", 1],
  [" 720 ", 720],
  ["0", null],
  ["721", null],
  ["24.5", null],
  ["", null],
  ["-1", null],
])("%j hours are read as %j", (typed, hours) => {
  expect(readHours(typed)).toBe(hours);
});

test("what to do with one capture must be chosen only where it applies", () => {
  const problems = { single_capture: "single_capture" };
  expect(readRule(aForm({ account: "plain", single_capture: null }), CHOICES)).toEqual({ problems });
  expect(readRule(aForm({ account: null, single_capture: null }), CHOICES)).toEqual({ problems });
  expect(readRule(aForm({ single_capture: null }), CHOICES)).toEqual({ rule: aRule({ account: "main" }) });
  expect(readRule(aForm({ account: "plain", capture: "on_order", single_capture: null }), CHOICES)).toMatchObject({
    rule: { single_capture: "last" },
  });
});

test("capturing before the expiry is the action at the expiry", () => {
  expect(readRule(aForm({ capture: "before_expiry", at_expiry: null }), CHOICES)).toMatchObject({
    rule: { capture: "before_expiry", at_expiry: "capture" },
  });
});

test.each([
  ["119", "plain", null],
  ["120", "plain", 120],
  ["167", "main", null],
  ["168", "main", 168],
  ["120", null, 120],
  ["", "main", null],
])("%s hours before the expiry on account %s", (hours, account, valid) => {
  const form = aForm({ hours, account });
  expect(happensAtOnce(form, CHOICES)).toBe(valid);
  if (valid !== null) expect(readRule(form, CHOICES)).toEqual({ problems: { hours: "too_early" } });
});

test.each(Object.entries(READY_MADE))("the ready-made rule %s can be saved and edited as it is", (_name, rule) => {
  expect(CapturePolicyRule.parse(rule)).toEqual(rule);
  expect(readRule(formOf(rule), CHOICES)).toEqual({ rule });
});
