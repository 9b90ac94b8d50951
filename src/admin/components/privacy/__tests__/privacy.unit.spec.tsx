import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { StaticRouter } from "react-router-dom";
import type { PersonSummary, PrivacyPage } from "../../../../api-schema/admin";
import resources from "../../../i18n";
import { aBlocker, aHold, aPrivacyPage, aSummary } from "../../../lib/privacy/__tests__/privacy-examples";
import { personKey } from "../../../lib/privacy/privacy-calls";
import { EraseFields } from "../erase-fields";
import { ErasedRecords } from "../erased-records";
import { PersonResult } from "../person-result";
import { PrivacySections } from "../privacy-sections";

const ADA = { kind: "email", value: "ada@example.test" } as const;
const ignore = () => undefined;

async function drawn(children: ReactNode, found?: PersonSummary, lng = "en"): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng, resources });
  const queries = new QueryClient();
  queries.setQueryData(["acquiring-users", "user_ada"], { user_ada: "Ada Lovelace" });
  if (found !== undefined) queries.setQueryData(personKey(ADA), found);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <StaticRouter location="/">{children}</StaticRouter>
    </QueryClientProvider>,
  );
}

const whole = (page: PrivacyPage) => <PrivacySections page={page} onOpen={ignore} guard={() => null} />;
const person = (found: PersonSummary, holds = [aHold()]) =>
  drawn(<PersonResult person={ADA} holds={holds} onOpen={ignore} guard={() => null} />, found);
const count = (html: string, testId: string): number => html.split(`data-testid="${testId}"`).length - 1;
const button = (html: string, testId: string): string =>
  new RegExp(`<button[^>]*data-testid="${testId}"[^>]*>`).exec(html)?.[0] ?? "";

test("without holds and with nothing due the page says what each part is for", async () => {
  const html = await drawn(whole(aPrivacyPage()));
  expect(html).toContain("Place one if data has to be kept");
  expect(html).toContain("Nothing is due now.");
  expect(html).toContain("No limit. To set one, use retention.noteDays in medusa-config.");
  expect(count(html, "acquiring-person")).toBe(0);
});

test("a hold shows whom it concerns, why, until when and who placed it", async () => {
  const holds = [aHold({ reason: "<b>Lawsuit</b>" }), aHold({ id: "acqhld_2", until: "2027-12-31T22:59:59.999Z" })];
  const html = await drawn(whole(aPrivacyPage({ holds })));
  expect(count(html, "acquiring-hold")).toBe(2);
  expect(html).toContain("&lt;b&gt;Lawsuit&lt;/b&gt;");
  expect(html).toContain("until released");
  expect(html).toContain("by Ada Lovelace");
  expect(html).toContain('aria-label="Release the legal hold of ada@example.test"');
});

test("what retention removes now is counted, with what holds keep", async () => {
  const retention = [{ kind: "inbox", days: 90, due: 1_234, oldest: "2026-05-02T10:00:00.000Z", on_hold: 17 }] as const;
  const html = await drawn(whole(aPrivacyPage({ retention: [...retention] })));
  for (const text of ["Processed notifications", "90 days", "retention.inboxDays", "1,234", "17", "May 2, 2026"])
    expect(html).toContain(text);
  expect(count(html, "acquiring-retention-nothing")).toBe(0);
});

test("a person's records have readable names, and can be exported and erased", async () => {
  const html = await person(aSummary());
  expect(html).toContain("Records: 1,236, 9 of them with data to erase.");
  expect(html).toContain("Saved cards");
  expect(html).toContain("cus_1");
  expect(button(html, "acquiring-erase")).toContain('aria-disabled="false"');
  expect([count(html, "acquiring-export"), count(html, "acquiring-blockers")]).toEqual([1, 0]);
});

test("nothing found says so, and what to try", async () => {
  const html = await person(aSummary({ sections: {}, to_erase: {} }));
  expect(count(html, "acquiring-person-nothing")).toBe(1);
  expect(html).toContain("Payments have stored nothing about ada@example.test.");
  expect([count(html, "acquiring-export"), count(html, "acquiring-erase")]).toEqual([0, 0]);
});

test("after an erasure the books remain, and nothing can be erased again", async () => {
  const html = await person(aSummary({ to_erase: {} }));
  expect(button(html, "acquiring-erase")).toContain('aria-disabled="true"');
  expect(html).toContain("Nothing is left to erase. What remains are your books");
});

test("what prevents an erasure says what to do, and where", async () => {
  const html = await person(
    aSummary({
      blockers: [
        aBlocker(),
        aBlocker({ kind: "subscription_active", name: "acqsub_1", id: "acqsub_1", payment_id: null }),
        aBlocker({ kind: "attention_open", name: "acqatn_1", id: "acqatn_1", attention_kind: "drift" }),
        aBlocker({
          kind: "payment_link_open",
          name: "acqlnk_1",
          id: "acqlnk_1",
          payment_id: null,
          order_id: "order_1",
        }),
        aBlocker({ kind: "legal_hold", name: "acqhld_1", id: "acqhld_1", payment_id: null }),
        aBlocker({ kind: "legal_hold", name: "acqhld_9", id: "acqhld_9", payment_id: null }),
      ],
    }),
  );
  expect(count(html, "acquiring-blocker")).toBe(6);
  expect(html).toContain("Payment A1 is authorised. Capture or void it.");
  expect(count(html, "acquiring-blocker-payment")).toBe(1);
  for (const place of ["/acquiring/subscriptions/acqsub_1", "/acquiring/attention?kind=drift", "/orders/order_1"])
    expect(html).toContain(`href="${place}"`);
  expect(html).toContain("A legal hold keeps the data: Lawsuit 12.");
  expect(html).toContain("A legal hold keeps the data: acqhld_9.");
  expect(count(html, "acquiring-hold-release")).toBe(1);
  const off = button(html, "acquiring-erase");
  expect(off).toContain('aria-disabled="true"');
  const id = /aria-describedby="([^"]+)"/.exec(off)?.[1] ?? "none";
  expect(html).toContain(`id="${id}"`);
  expect(html).toContain("Not possible yet: see above what prevents it.");
});

const fields = (reason: string, typed: string) => (
  <EraseFields person={ADA} reason={reason} typed={typed} onReason={ignore} onType={ignore} />
);

test("the fields of an erasure say what goes and what stays, and show errors where they are", async () => {
  const html = await drawn(fields("", ""));
  for (const text of ["What is removed", "What stays", "a restored backup contains the person again"])
    expect(html).toContain(text);
  expect([count(html, "acquiring-invalid-reason"), count(html, "acquiring-invalid-confirm")]).toEqual([0, 0]);
  const wrong = await drawn(fields("Ticket 12345", "eve@example.test"));
  expect([count(wrong, "acquiring-invalid-reason"), count(wrong, "acquiring-invalid-confirm")]).toEqual([1, 1]);
  const typing = await drawn(fields("Asked by letter.", "ada@"));
  expect([count(typing, "acquiring-invalid-reason"), count(typing, "acquiring-invalid-confirm")]).toEqual([0, 0]);
});

test("an erasure shows its counts, and its key if there is one", async () => {
  const erased = { id: "acqper_1", rows: 3, sections: { journal: 3 }, proof_key: "ab".repeat(32) };
  const html = await drawn(<ErasedRecords erased={erased} />);
  expect(html).toContain("Journal entries");
  expect(html).toContain(`value="${"ab".repeat(32)}"`);
  expect(html).toContain("Shown only once and stored nowhere.");
  expect(count(await drawn(<ErasedRecords erased={{ ...erased, proof_key: null }} />), "acquiring-proof-key")).toBe(0);
});

test("the person's text is shown as text, in every language", async () => {
  for (const lng of Object.keys(resources)) {
    const html = await drawn(fields("<b>1234</b>", ""), undefined, lng);
    expect(html).toContain("&lt;b&gt;1234&lt;/b&gt;");
    expect(html).toContain("ada@example.test");
  }
});
