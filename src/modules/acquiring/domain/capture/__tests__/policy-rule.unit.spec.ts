import type { KnownScopes, PolicyRule } from "../policy-rule";
import { applicableRule, NO_RULE, problemOf, ruleFor, ruleOfHeld } from "../policy-rule";

const rule = (changes: Partial<PolicyRule> = {}): PolicyRule => ({ ...NO_RULE, capture: "on_shipment", ...changes });

const KNOWN: KnownScopes = {
  accounts: [
    { key: "main", authorisationValidDays: 7 },
    { key: "second", authorisationValidDays: 2 },
  ],
  regions: ["reg_1", "reg_2"],
  salesChannels: ["sc_1"],
  methods: ["card", "pix"],
};

const SUBJECT = { account: "main", region_id: "reg_1", sales_channel_id: "sc_1", method: "card" };

describe("the rule of a payment", () => {
  test("only reminds where its hours are no less than the authorisation is valid, as after a change of the options", () => {
    const voids = rule({ at_expiry: "void", hours: 48 });
    expect(applicableRule(voids, 3)).toBe(voids);
    expect(applicableRule(voids, 2)).toEqual({ ...voids, at_expiry: "remind" });
    const captures = rule({ capture: "before_expiry", at_expiry: "capture", hours: 72 });
    expect(applicableRule(captures, 2)).toEqual({ ...captures, capture: "manual", at_expiry: "remind" });
  });

  test("is the first one whose scope it is in", () => {
    const rules = [
      rule({ region_id: "reg_2", capture: "on_order" }),
      rule({ method: "card", capture: "on_fulfilment" }),
      rule({ capture: "before_expiry", at_expiry: "capture" }),
    ];
    expect(ruleFor(rules, SUBJECT).capture).toBe("on_fulfilment");
    expect(ruleFor(rules, { ...SUBJECT, region_id: "reg_2" }).capture).toBe("on_order");
    expect(ruleFor(rules, { ...SUBJECT, method: "pix" }).capture).toBe("before_expiry");
  });

  test("is to leave it to staff if none matches", () => {
    expect(ruleFor([rule({ account: "second" })], SUBJECT)).toEqual(NO_RULE);
  });

  test("names no region of a payment without an order", () => {
    const withoutOrder = { ...SUBJECT, region_id: null, sales_channel_id: null };
    expect(ruleFor([rule({ region_id: "reg_1" })], withoutOrder)).toEqual(NO_RULE);
    expect(ruleFor([rule()], withoutOrder).capture).toBe("on_shipment");
  });
});

test.each([
  [true, "capture", "manual", "remind"],
  [true, "remind", "manual", "remind"],
  [true, "void", "manual", "void"],
  [false, "capture", "on_shipment", "capture"],
] as const)(
  "of a held payment, with only_if_not_held %s and at expiry %s: %s, %s",
  (isOnly, at_expiry, capture, then) => {
    expect(ruleOfHeld(rule({ only_if_not_held: isOnly, at_expiry }))).toMatchObject({ capture, at_expiry: then });
  },
);

describe("rules are refused with one sentence", () => {
  test.each<[string, Partial<PolicyRule>[], string]>([
    [
      "an unknown account",
      [{ account: "gone" }],
      'rules.0.account: there is no gateway account "gone"; choose an existing one, or null for all.',
    ],
    [
      "an unknown region",
      [{ region_id: "reg_9" }],
      'rules.0.region_id: there is no region "reg_9"; choose an existing one, or null for all.',
    ],
    [
      "an unknown sales channel",
      [{ sales_channel_id: "sc_9" }],
      'rules.0.sales_channel_id: there is no sales channel "sc_9"; choose an existing one, or null for all.',
    ],
    [
      "an unknown method",
      [{ method: "coins" }],
      'rules.0.method: there is no payment method "coins"; choose an existing one, or null for all.',
    ],
    [
      "the same scope twice",
      [{ method: "card" }, { method: "card", capture: "manual" }],
      "rules.1: rule 1 has the same scope; remove one of the two, or change the scope of one.",
    ],
    [
      "a rule that is covered",
      [{}, { method: "card" }],
      "rules.1: the rule never applies because rule 1 covers its scope; move it before rule 1, or remove it.",
    ],
    [
      "a capture before expiry that is none",
      [{ capture: "before_expiry", at_expiry: "void" }],
      'rules.0.at_expiry: "void" contradicts capture "before_expiry"; write "capture", or choose another time of capture.',
    ],
    [
      "more hours than an authorisation has",
      [{ hours: 168 }],
      'rules.0.hours: 168 is not less than the 168 hours for which authorisations of account "main" are valid; write a smaller number.',
    ],
    [
      "the same for the account that has fewest",
      [{ hours: 48 }],
      'rules.0.hours: 48 is not less than the 48 hours for which authorisations of account "second" are valid; write a smaller number.',
    ],
  ])("%s", (_name, changes, sentence) => {
    expect(problemOf(changes.map(rule), KNOWN)).toBe(sentence);
  });

  test.each<[string, Partial<PolicyRule>[]]>([
    ["no rule", []],
    ["one for all", [{}]],
    ["the special before the general", [{ method: "card", account: "main" }, { account: "main" }, {}]],
    ["overlapping scopes of which none covers the other", [{ method: "card" }, { region_id: "reg_1" }]],
    ["one hour less than an authorisation has", [{ account: "main", hours: 167 }]],
  ])("but not %s", (_name, changes) => {
    expect(problemOf(changes.map(rule), KNOWN)).toBeNull();
  });
});
