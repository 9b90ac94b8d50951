import fs from "node:fs";
import path from "node:path";
import i18next from "i18next";
import type {
  ActionOutcome,
  AdminPayment,
  AdminSubscription,
  AttentionAction,
  AttentionEntry,
  AttentionKind,
  BeneficiaryEventKind,
  CapturePolicyRule,
  CaptureTime,
  ChargeState,
  DisputeEventKind,
  DisputeState,
  EntityType,
  ErasureBlockerKind,
  ExpiryAction,
  HealthStatus,
  NotificationTopic,
  OperationKind,
  OperationStatus,
  PayoutBulkAnswer,
  PayoutEventKind,
  PayoutState,
  CustomerHistoryView,
  RetentionKind,
  StaffMessage,
  StaffMessageStatus,
  SubscriptionAnswer,
  SubscriptionEventKind,
  SubscriptionState,
  TestPaymentResult,
  TimelineEntry,
  TimelineKind,
} from "../../../api-schema/admin";
import { actorText } from "../../components/timeline";
import type { PersonKind } from "../../lib/privacy/person-search";
import type { SECTIONS } from "../../lib/privacy/privacy-texts";
import type { RoleProblem } from "../../lib/notifications/role-form";
import type { Translate } from "../../lib/texts";
import type { ShownState } from "../../lib/view";
import { fill, localeOf, openOperation } from "../../lib/texts";
import resources from "../index";

/** The texts as the dashboard's i18next reads them: every language has exactly the keys that the pages use. */
const leavesOf = (node: unknown, path = ""): [string, string][] =>
  typeof node === "object" && node !== null
    ? Object.entries(node).flatMap(([key, value]) => leavesOf(value, path === "" ? key : `${path}.${key}`))
    : [[path, String(node)]];

const placeholdersOf = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).sort();
const english = leavesOf(resources.en.acquiring);
const others = Object.entries(resources).filter(([language]) => language !== "en");

async function translateIn(language: string): Promise<Translate> {
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    fallbackLng: "en",
    defaultNS: "acquiring",
    resources,
    interpolation: { escapeValue: false },
  });
  return (key, values) => fill(instance.t(key, { skipInterpolation: true }), values);
}

test("there are English and at least five more languages", () => {
  expect(others.length).toBeGreaterThanOrEqual(5);
});

test.each(others)("%s has exactly the English keys and placeholders, and none is empty", (_language, texts) => {
  const translated = leavesOf(texts.acquiring);
  expect(translated.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  const said = new Map(translated);
  for (const [path, text] of english) {
    expect([path, placeholdersOf(said.get(path) ?? "")]).toEqual([path, placeholdersOf(text)]);
    expect([path, said.get(path)?.trim()]).not.toEqual([path, ""]);
  }
});

test("a placeholder is never called count, which i18next would take for a plural", () => {
  expect(english.filter(([, text]) => text.includes("{{count}}"))).toEqual([]);
});

/** One text for each value. If either list has more entries, the type check fails. */
type OneForEach<Texts, Value extends PropertyKey> = [keyof Texts, Value] extends [Value, keyof Texts] ? true : never;
type Texts = (typeof resources.en)["acquiring"];
type Every = readonly [
  OneForEach<Texts["payment"]["state"], ShownState>,
  OneForEach<Texts["payment"]["mode"], AdminPayment["mode"]>,
  OneForEach<Texts["payment"]["actor"], TimelineEntry["actor"]>,
  OneForEach<Texts["payment"]["source"], TimelineEntry["source"]>,
  OneForEach<Texts["payment"]["operation"], OperationKind>,
  OneForEach<Texts["payment"]["open"], OperationStatus>,
  OneForEach<Texts["payment"]["disputeStatus"], NonNullable<AdminPayment["dispute"]>["status"]>,
  OneForEach<Texts["payment"]["event"], TimelineKind>,
  OneForEach<Texts["payments"]["bulk"]["outcome"], ActionOutcome>,
  OneForEach<Texts["action"]["outcome"], ActionOutcome>,
  OneForEach<Texts["attention"]["action"], AttentionAction>,
  OneForEach<Texts["attention"]["name"], AttentionKind>,
  OneForEach<Texts["attention"]["advice"], AttentionKind>,
  OneForEach<Texts["attention"]["page"]["level"], AttentionEntry["level"]>,
  OneForEach<Texts["reviews"]["customer"]["counts"], keyof CustomerHistoryView["counts"]>,
  OneForEach<Texts["health"]["status"], HealthStatus>,
  OneForEach<Texts["health"]["step"], TestPaymentResult["steps"][number]["name"]>,
  OneForEach<Texts["health"]["stepOutcome"], TestPaymentResult["steps"][number]["outcome"]>,
  OneForEach<Texts["subscription"]["state"], SubscriptionState>,
  OneForEach<Texts["subscription"]["gateway"], NonNullable<AdminSubscription["gateway"]["status"]>>,
  OneForEach<Texts["subscription"]["outcome"], SubscriptionAnswer["outcome"]>,
  OneForEach<Texts["subscription"]["charge"], ChargeState>,
  OneForEach<Texts["subscription"]["event"], SubscriptionEventKind>,
  OneForEach<Texts["disputes"]["state"], DisputeState>,
  OneForEach<Texts["disputes"]["advice"], DisputeState>,
  OneForEach<Texts["disputes"]["event"], DisputeEventKind>,
  OneForEach<Texts["policy"]["capture"], CaptureTime>,
  OneForEach<Texts["policy"]["captureText"], CaptureTime>,
  OneForEach<Texts["policy"]["expiry"], ExpiryAction>,
  OneForEach<Texts["policy"]["expiryText"], ExpiryAction>,
  OneForEach<Texts["policy"]["clause"]["expiry"], ExpiryAction>,
  OneForEach<Texts["policy"]["plan"]["capture"], Exclude<CaptureTime, "before_expiry">>,
  OneForEach<Texts["policy"]["plan"]["expiry"], Exclude<ExpiryAction, "remind">>,
  OneForEach<Texts["policy"]["field"], keyof CapturePolicyRule>,
  OneForEach<Texts["payout"]["state"], PayoutState>,
  OneForEach<Texts["payout"]["meaning"], PayoutState>,
  OneForEach<Texts["payout"]["event"], PayoutEventKind>,
  OneForEach<Texts["payout"]["bulk"]["outcome"], PayoutBulkAnswer["results"][number]["outcome"]>,
  OneForEach<Texts["beneficiary"]["entity"], EntityType>,
  OneForEach<Texts["beneficiary"]["event"], BeneficiaryEventKind>,
  OneForEach<Texts["notifications"]["topic"], NotificationTopic>,
  OneForEach<Texts["notifications"]["topicText"], NotificationTopic>,
  OneForEach<Texts["notifications"]["channel"], StaffMessage["channel"]>,
  OneForEach<Texts["notifications"]["messages"]["status"], StaffMessageStatus>,
  OneForEach<Texts["notifications"]["problem"], RoleProblem["code"]>,
  OneForEach<Texts["privacy"]["find"]["kind"], PersonKind>,
  OneForEach<Texts["privacy"]["section"], (typeof SECTIONS)[number]>,
  OneForEach<Omit<Texts["privacy"]["blocker"], "title" | "text" | "openAttention">, ErasureBlockerKind>,
  OneForEach<Texts["privacy"]["retention"]["kind"], RetentionKind>,
];
const every: Every = Array(46).fill(true) as unknown as Every;

test("no text contains a raw code, and each value with texts has its own", () => {
  expect(every).toHaveLength(46);
  const raw = /^[a-z]+_[a-z_]+$/;
  expect(english.filter(([, text]) => raw.test(text))).toEqual([]);
});

test("a language without texts gets English", async () => {
  const t = await translateIn("nl");
  expect(t("payment.title")).toBe("Gateway payment");
});

test("an open capture says that it is being checked and not sent again", async () => {
  const t = await translateIn("en");
  const said = "A capture of €30.00 is being checked with the gateway. It won't be sent again.";
  expect(openOperation(t, "capture", "unknown", "€30.00")).toBe(said);
  expect(openOperation(t, "capture", "sending", "€30.00")).toBe(said);
});

test("the gateway is not named as the sender of a response that it did not send", async () => {
  const t = await translateIn("en");
  const gateway = { actor: "gateway", actor_name: null } as const;
  expect(actorText(t, { ...gateway, kind: "capture_unknown", source: "response" })).toBe("detected by the store");
  expect(actorText(t, { ...gateway, kind: "captured", source: "query" })).toBe("by the gateway (query)");
});

test("a known admin is named, and a name is text and not a placeholder", async () => {
  const t = await translateIn("en");
  const captured = { kind: "captured", actor: "admin", source: "request" } as const;
  expect(actorText(t, { ...captured, actor_name: "ada@example.test" })).toBe("by ada@example.test (request)");
  const hostile = "$t(payment.title) {{how}}";
  expect(actorText(t, { ...captured, actor_name: hostile })).toBe(`by ${hostile} (request)`);
});

test("the dashboard's language codes are converted to Intl's", () => {
  expect(["en", "enGB", "ptBR"].map(localeOf)).toEqual(["en", "en-GB", "pt-BR"]);
});

/**
 * The keys that a source file uses. A template stands for all its values; only a placeholder called `path` may contain
 * dots.
 */
const keysUsedIn = (source: string): readonly RegExp[] =>
  [...source.matchAll(/["`]([a-zA-Z]+(?:\.(?:\w+|\$\{[^}`]*\}))+)["`]/g)].map(([, key = ""]) => {
    const pattern = key.replaceAll(".", "\\.").replaceAll("${path}", ".+");
    return new RegExp(`^${pattern.replaceAll(/\$\{[^}]*\}/g, "[^.]+")}$`);
  });

test("every text is used by a page", () => {
  const folder = path.join(__dirname, "../..");
  const sources = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/__tests__|i18n/.test(name))
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"));
  const patterns = [...new Map(sources.flatMap(keysUsedIn).map((pattern) => [pattern.source, pattern])).values()];
  expect(english.map(([key]) => key).filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
});
