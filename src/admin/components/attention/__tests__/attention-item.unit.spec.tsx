import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { StaticRouter } from "react-router-dom";
import type { AttentionEntry, Permission } from "../../../../api-schema/admin";
import resources from "../../../i18n";
import { AttentionItemCard } from "../attention-item";

const ITEM: AttentionEntry = {
  id: "acqatn_1",
  account: "main",
  kind: "unknown_outcome",
  level: "money",
  action: "query_now",
  message: " a void is not known.",
  count: 1,
  raised_at: "2026-11-24T10:00:00.000Z",
  payment: { id: "acqpay_1", amount: "10.00", currency: "EUR", order_no: "acq_1", order: null },
  dispute: null,
  subscription: null,
  payout: null,
  closed: null,
};

async function drawn(permissions: readonly Permission[], item: AttentionEntry = ITEM): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
  const queries = new QueryClient();
  queries.setQueryData(["acquiring", "access"], { permissions });
  const ignore = () => undefined;
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <StaticRouter location="/acquiring/attention">
        <AttentionItemCard item={item} mayDismiss={false} onOpen={ignore} onDismiss={ignore} onDecide={ignore} />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

const decisions = (html: string): string[] =>
  [...html.matchAll(/data-testid="acquiring-decide-(\w+)"/g)].map(([, resolution = ""]) => resolution);

test("an unknown result can be resolved from its item by permitted users", async () => {
  expect(decisions(await drawn(["resolve"]))).toEqual(["happened", "did_not_happen"]);
  expect(decisions(await drawn([]))).toEqual([]);
});

test("a closed item shows its reason as a text and its note in full", async () => {
  const note = "n".repeat(500);
  const html = await drawn([], { ...ITEM, closed: { at: ITEM.raised_at, reason: "given_back", by: "Ada", note } });
  expect(html).toContain("Returned");
  expect(html).not.toContain("given_back");
  expect(html).toContain(note);
});

test("a dispute's item shows the disputed amount and opens the dispute", async () => {
  const item = {
    ...ITEM,
    kind: "dispute",
    action: "check_portal",
    dispute: { id: "acqpay_1:CB 1", amount: "4.50" },
  } as const;
  const html = await drawn([], item);
  expect(html).toContain("Disputed: €4.50");
  expect(html).toContain('href="/acquiring/disputes/acqpay_1%3ACB%201"');
  const unreported = await drawn([], { ...item, dispute: { ...item.dispute, amount: null } });
  expect(unreported).toContain("€10.00");
  expect(unreported).not.toContain("Disputed:");
});
