import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { StaticRouter } from "react-router-dom";
import type { Permission, RefundProposal } from "../../../../api-schema/admin";
import resources from "../../../i18n";
import { ProposalSection } from "../proposal-section";
import { isOutdated } from "../refund-drawer";

/** What the order page shows of a proposed refund, to whom. */
const A_CAUSE: RefundProposal["causes"][number] = {
  kind: "return",
  id: "return_1",
  number: 12,
  amount: "49.00",
  items: [{ title: "Stoneware <b>mug</b>", quantity: 2 }],
};

const aProposal = (change: Partial<RefundProposal> = {}): RefundProposal => ({
  surplus: "44.10",
  currency: "EUR",
  plan: "a".repeat(32),
  refunds: [{ payment_id: "acqatt_1", amount: "44.10", created_at: "2026-11-24T10:02:00.000Z" }],
  not_covered: null,
  refused_because: null,
  causes: [A_CAUSE, { kind: "restocking_fee", id: null, number: null, amount: "-4.90", items: [] }],
  dispute: null,
  dismissed: null,
  second_person: null,
  automatic: "off",
  ...change,
});

async function drawn(
  change: Partial<RefundProposal> = {},
  { permissions = ["read", "refund"], lng = "en" }: { permissions?: readonly Permission[]; lng?: string } = {},
): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng, resources });
  const queries = new QueryClient();
  queries.setQueryData(["acquiring", "access"], { permissions });
  const proposal = aProposal(change);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <StaticRouter location="/">
        <ProposalSection orderId="order_1" proposal={proposal} surplus={proposal.surplus ?? ""} />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

const has = (html: string, name: string): boolean => html.includes(`data-testid="acquiring-refund-proposal-${name}"`);
const BUTTONS = ["refund", "fee", "dismiss"];
const buttonsIn = (html: string): string[] => BUTTONS.filter((name) => has(html, name));

test("shows the amount, each cause with its items as text, and the payment that it goes to", async () => {
  const html = await drawn();
  for (const text of ["€44.10", "Return #12 received", "€49.00", "Restocking fee", "-€4.90"])
    expect(html).toContain(text);
  expect(html).toContain("2 × Stoneware &lt;b&gt;mug&lt;/b&gt;");
  expect(html).toContain("€44.10 to the payment of");
  expect(buttonsIn(html)).toEqual(BUTTONS);
});

test("a reader without the permission sees the proposal and no button", async () => {
  const html = await drawn({}, { permissions: ["read"] });
  expect(html).toContain("€44.10");
  expect(html).not.toContain("<button");
});

test("while nothing can be refunded, it says why as text, and only hiding is offered", async () => {
  const html = await drawn({ plan: null, refunds: [], refused_because: "An exchange is <i>open</i>." });
  expect(html).toContain("An exchange is &lt;i&gt;open&lt;/i&gt;.");
  expect(buttonsIn(html)).toEqual(["dismiss"]);
});

test("a hidden proposal says since when, shows no cause, and can still be refunded", async () => {
  const html = await drawn({ dismissed: { at: "2026-11-25T10:00:00.000Z", by: "user_1" } });
  expect(html).toContain("Not now, since");
  expect(has(html, "causes")).toBe(false);
  expect(buttonsIn(html)).toEqual(["refund"]);
});

test.each([
  [{ dispute: "open" }, "dispute"],
  [{ dispute: "lost" }, "dispute"],
  [{ second_person: { approved_by: null, approved_at: null } }, "second"],
  [{ second_person: { approved_by: "user_1", approved_at: "2026-11-25T10:00:00.000Z" } }, "second"],
] as const)("%j is told", async (change, name) => {
  expect(has(await drawn(), name)).toBe(false);
  expect(has(await drawn(change), name)).toBe(true);
});

test.each([
  ["JPY", "4410", "¥4,410"],
  ["KWD", "44.105", "44.105"],
])("an amount in %s keeps its decimals", async (currency, surplus, text) => {
  const html = await drawn({ currency, surplus, causes: [{ ...A_CAUSE, amount: surplus }], refunds: [] });
  expect(html.split(text).length - 1).toBe(2);
});

test.each(Object.keys(resources))("%s has a text for everything", async (lng) => {
  for (const automatic of ["due", "over_limit", "stopped", "left_to_staff"] as const) {
    const html = await drawn(
      {
        automatic,
        dispute: "open",
        not_covered: "1.00",
        second_person: { approved_by: null, approved_at: null },
        causes: (
          [
            "return",
            "return_shipping",
            "claim",
            "exchange",
            "edit",
            "deduction",
            "earlier_refunds",
            "overpaid",
          ] as const
        ).map((kind) => ({ ...A_CAUSE, kind })),
      },
      { lng },
    );
    expect(html).not.toMatch(/\{\{|>returns\.|>action\./);
  }
});

test.each([
  ["The plan has changed.", "b", true],
  ["The plan has changed.", null, true],
  ["No answer.", "a", false],
  [null, "b", false],
])("after %j, a plan that is now %j is outdated: %s", (trouble, plan, expected) => {
  expect(isOutdated(trouble, { plan: "a" }, { plan })).toBe(expected);
});
