import resources from "../../../i18n";
import { ruleSentence } from "../rule-sentence";
import { aRule, CHOICES, textsIn } from "./policy-examples";

test.each([
  [
    aRule({ account: "main", region_id: "reg_1", method: "card" }),
    "Card payments of account main in region Europe: captured on shipment; 24 hours before the authorisation expires: captured.",
  ],
  [
    aRule({ account: "main", capture: "manual", at_expiry: "void", hours: 72, only_if_not_held: true }),
    "All payments of account main: captured by staff; 3 days before the authorisation expires: voided.",
  ],
  [
    aRule({ method: "VOUCHER", sales_channel_id: "sc_1", capture: "on_order", at_expiry: "remind", hours: 1 }),
    "Payments with Voucher from sales channel Web: captured when ordered; 1 hour before the authorisation expires: staff are reminded.",
  ],
  [
    aRule({ account: "main", capture: "before_expiry", only_if_not_held: true }),
    "All payments of account main: captured 24 hours before the authorisation expires; payments held for review are left to staff.",
  ],
  [
    aRule({ account: "main", capture: "on_fulfilment", at_expiry: "void", hours: 48 }),
    "All payments of account main: captured on fulfilment; 48 hours before the authorisation expires: voided.",
  ],
])("a rule is a sentence (%#)", async (rule, sentence) => {
  expect(ruleSentence(await textsIn("en"), rule, CHOICES)).toBe(sentence);
});

test.each([
  [aRule({ single_capture: "first" }), "; if only one capture is possible, everything with the first items;"],
  [aRule({ account: "plain" }), "on shipment, once all items are sent;"],
])("what an account captures once is said where the rule reaches such an account (%#)", async (rule, part) => {
  expect(ruleSentence(await textsIn("en"), rule, CHOICES)).toContain(part);
});

test.each([aRule({ account: "main" }), aRule({ capture: "on_order" }), aRule({ capture: "before_expiry" })])(
  "the choice for accounts that capture once is not said where it does not apply (%#)",
  async (rule) => {
    expect(ruleSentence(await textsIn("en"), rule, CHOICES)).not.toContain("only one capture");
  },
);

test("what was deleted since is named by its ID, and hostile names stay text", async () => {
  const words = await textsIn("en");
  expect(ruleSentence(words, aRule({ region_id: "reg_9" }), CHOICES)).toContain("in region reg_9 (no longer exists)");
  const regions = [{ id: "reg_1", name: "{{what}} $t(policy.title)" }];
  const sentence = ruleSentence(words, aRule({ region_id: "reg_1" }), { ...CHOICES, regions });
  expect(sentence).toContain("in region {{what}} $t(policy.title): captured on shipment");
});

test.each(Object.keys(resources))("%s has a whole sentence for each choice", async (language) => {
  const words = await textsIn(language);
  for (const capture of ["manual", "on_order", "on_fulfilment", "on_shipment", "before_expiry"] as const) {
    for (const at of ["remind", "capture", "void"] as const) {
      const rule = aRule({ account: "plain", method: "card", capture, at_expiry: at, only_if_not_held: true });
      const sentence = ruleSentence(words, rule, CHOICES);
      expect(sentence).toContain("plain");
      expect(sentence).not.toMatch(/\{\{|\bpolicy\.|_/);
    }
  }
});
