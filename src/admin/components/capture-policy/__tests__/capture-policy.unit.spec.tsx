import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { StaticRouter } from "react-router-dom";
import type { CapturePolicyPage, Permission } from "../../../../api-schema/admin";
import resources from "../../../i18n";
import type { PolicyDraft } from "../../../lib/capture-policy/use-policy-draft";
import { aRule, CHOICES } from "../../../lib/capture-policy/__tests__/policy-examples";
import { formOf } from "../../../lib/capture-policy/rule-form";
import { CapturePlanNote } from "../../capture-plan-note";
import { NewerVersion } from "../newer-version";
import { PolicyEditor } from "../policy-editor";
import { RuleFields } from "../rule-fields";
import { RuleRow } from "../rule-row";

const CARD = aRule({ method: "card" });
const LATER = aRule({ method: "card", hours: 48 });

const aPage = (change: Partial<CapturePolicyPage> = {}): CapturePolicyPage => ({
  ...CHOICES,
  version: 2,
  rules: [CARD, aRule({ account: "main", method: "card" })],
  history: [
    { version: 2, saved_at: "2026-11-26T10:00:00.000Z", saved_by: "user_ada", rules: [CARD] },
    { version: 1, saved_at: "2026-11-25T10:00:00.000Z", saved_by: "user_gone", rules: [LATER] },
  ],
  activity: { captured: 1234, voided: 2, waiting: 7, expiring: 1 },
  ...change,
});

async function drawn(children: ReactNode, permissions: readonly Permission[] = ["read", "configure"]): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
  const queries = new QueryClient();
  queries.setQueryData(["acquiring", "access"], { permissions });
  queries.setQueryData(["acquiring-users", "user_ada", "user_gone"], { user_ada: "Ada Lovelace" });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <StaticRouter location="/">{children}</StaticRouter>
    </QueryClientProvider>,
  );
}

const editor = (page: CapturePolicyPage) => <PolicyEditor page={page} guard={() => null} />;
const count = (html: string, testId: string): number => html.split(`data-testid="${testId}"`).length - 1;

test("the page lists the rules as sentences, the fixed last line, the activity and the history", async () => {
  const html = await drawn(editor(aPage()));
  expect(count(html, "acquiring-policy-rule")).toBe(2);
  expect(html).toContain("Card payments: captured on shipment");
  expect(html).toContain("All other payments: captured by staff.");
  expect(html).toContain("Never applies: rule 1 already matches these payments.");
  expect(html).toContain("1,234");
  expect(html).toContain('href="/acquiring?capturable=true"');
  expect(html).toContain('href="/acquiring/attention?kind=expiring_authorisation"');
  expect(html).toContain("by Ada Lovelace");
  expect(count(html, "acquiring-policy-unsaved")).toBe(0);
});

test("someone whose name is not known is shown by the ID", async () => {
  expect(await drawn(editor(aPage()))).toContain("by user_gone");
});

test("readers without the permission see the rules and an explanation, and no button", async () => {
  const html = await drawn(editor(aPage()), ["read"]);
  expect(count(html, "acquiring-policy-rule")).toBe(2);
  expect(count(html, "acquiring-policy-read-only")).toBe(1);
  expect(html).not.toContain("<button");
});

test("without rules the page says what they do and offers three", async () => {
  const html = await drawn(editor(aPage({ version: 0, rules: [], history: [] })));
  expect(html.match(/data-testid="acquiring-policy-ready-/g)).toHaveLength(3);
  expect(html).toContain("All payments: captured by staff.");
  expect(html).toContain("The policy was never saved.");
  const reading = await drawn(editor(aPage({ version: 0, rules: [], history: [] })), ["read"]);
  expect(reading).not.toContain("acquiring-policy-ready-");
});

const row = (change: Partial<Parameters<typeof RuleRow>[0]> = {}) => (
  <RuleRow
    draft={{ id: 0, rule: CARD }}
    place={1}
    count={2}
    choices={CHOICES}
    covered={null}
    problems={{}}
    actions={{ onMove: () => undefined, onEdit: () => undefined, onRemove: () => undefined }}
    {...change}
  />
);

test("each button of a rule has a name, and the first rule cannot be moved up", async () => {
  const html = await drawn(<ol>{row()}</ol>);
  for (const name of ["Move rule 1 up", "Move rule 1 down", "Edit rule 1", "Delete rule 1"])
    expect(html).toContain(`aria-label="${name}"`);
  const button = (name: string): string => new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  expect(button("Move rule 1 up")).toContain('aria-disabled="true"');
  expect(button("Move rule 1 down")).toContain('aria-disabled="false"');
});

test("the server's error is shown at its rule with the name of the field, as text", async () => {
  const html = await drawn(<ol>{row({ problems: { hours: "<b>too many</b>", "": "rule 1 has the same scope" } })}</ol>);
  expect(html).toContain("Hours before expiry: ");
  expect(html).toContain("&lt;b&gt;too many&lt;/b&gt;");
  expect(count(html, "acquiring-policy-invalid-hours")).toBe(1);
  expect(html).toContain("<bdi>Rule 1 has the same scope</bdi>");
  expect(count(html, "acquiring-policy-invalid-rule")).toBe(1);
});

test("a rule that names something deleted says that it matches nothing", async () => {
  const html = await drawn(<ol>{row({ draft: { id: 0, rule: aRule({ region_id: "reg_9" }) } })}</ol>);
  expect(html).toContain("Matches no payment: something it names no longer exists.");
});

test.each([
  ["main", 0],
  ["plain", 1],
  [null, 1],
])("what to do with one capture is asked for account %s %d times", async (account, times) => {
  const form = formOf(aRule({ account }));
  const html = await drawn(
    <RuleFields {...{ form, choices: CHOICES }} problemOf={() => null} onChange={() => undefined} />,
  );
  expect(count(html, "acquiring-policy-single_capture-first")).toBe(times);
});

test("a newer version says who saved it and what it changed", async () => {
  const ignore = () => undefined;
  const draft: PolicyDraft = {
    saved: { version: 1, rules: [LATER] },
    rules: [],
    isChanged: true,
    hasConflict: true,
    ...{ add: ignore, change: ignore, remove: ignore, move: ignore, adopt: ignore, settle: ignore, rebase: ignore },
  };
  const page = aPage({ rules: [CARD] });
  const html = await drawn(
    <NewerVersion page={page} draft={draft} nameOf={() => "Ada Lovelace"} onDiscard={ignore} onKeep={ignore} />,
  );
  expect(html).toContain("Ada Lovelace changed the policy while you were editing");
  expect(html).toContain('data-kind="changed"');
  expect(html).toContain("<del>");
});

const plan = { capture: "on_shipment", at_expiry: "void", due_now: "0" } as const;
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

test.each([
  [80, "days", "3 days left"],
  [5.5, "last_day", "5 hours left"],
  [-1, "over", "May have expired"],
])("an authorisation that ends in %d hours", async (hours, stage, text) => {
  const times = { expires_at: inHours(hours), acts_at: inHours(hours - 1) };
  const html = await drawn(<CapturePlanNote plan={{ ...plan, ...times }} currency="EUR" />);
  expect(html).toContain(`data-stage="${stage}"`);
  expect(html).toContain(text);
  expect(html.includes("is voided on")).toBe(stage !== "over");
});
