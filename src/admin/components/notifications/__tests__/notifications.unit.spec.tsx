import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import type { NotificationPage, Permission, StaffMessage } from "../../../../api-schema/admin";
import resources from "../../../i18n";
import { aPage, aRole, customerEmails } from "../../../lib/notifications/__tests__/notification-examples";
import type { RoleForm } from "../../../lib/notifications/role-form";
import { roleFormOf } from "../../../lib/notifications/role-form";
import { NotificationEditor } from "../notification-editor";
import { RoleFields } from "../role-fields";
import { TestResults } from "../test-results";
import { TOPICS } from "../../../lib/notifications/settings";

async function drawn(children: ReactNode, permissions: readonly Permission[] = ["read", "configure"]): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
  const queries = new QueryClient();
  queries.setQueryData(["acquiring", "access"], { permissions });
  queries.setQueryData(["acquiring-users", "user_ada"], { user_ada: "Ada Lovelace" });
  return renderToStaticMarkup(<QueryClientProvider client={queries}>{children}</QueryClientProvider>);
}

const settings = (page: NotificationPage) => <NotificationEditor page={page} />;
const count = (html: string, testId: string): number => html.split(`data-testid="${testId}"`).length - 1;

const aMessage = (change: Partial<StaffMessage> = {}): StaffMessage => ({
  ...{ id: "message_1", role_id: "finance", channel: "email", recipient: "finance@example.test", status: "sent" },
  ...{ title: "Disputes", items: 2, created_at: "2026-11-26T10:00:00.000Z", sent_at: null, problem: null },
  ...change,
});

test("the page shows the bell, the roles with their recipients, and who saved it", async () => {
  const saved = { saved_at: "2026-11-26T10:00:00.000Z", saved_by: "user_ada" };
  const html = await drawn(settings(aPage({ ...saved, roles: [aRole({ webhooks: ["chat"] })] })));
  expect(count(html, "acquiring-role")).toBe(1);
  expect(html).toContain("Held for review");
  expect(html).toContain("finance@example.test");
  expect(html).toContain("Webhook: chat");
  expect(html).toContain("Last changed by Ada Lovelace");
  expect(html).toContain("No messages yet.");
});

test("without roles the page says what a role is for, and offers to add one to whoever may", async () => {
  const html = await drawn(settings(aPage({ roles: [] })));
  expect(html).toContain("Nobody is told by email or webhook.");
  expect(count(html, "acquiring-role-add")).toBe(1);
  expect(count(await drawn(settings(aPage({ roles: [] })), ["read"]), "acquiring-role-add")).toBe(0);
});

test("readers without the permission see everything and an explanation, and no button", async () => {
  const html = await drawn(settings(aPage({ messages: [aMessage()] })), ["read"]);
  expect(count(html, "acquiring-role")).toBe(1);
  expect(count(html, "acquiring-notifications-read-only")).toBe(1);
  expect(html).not.toContain("<button");
});

test("missing providers are reported only where messages need them", async () => {
  const channels = { bell: false, email: false };
  const all = await drawn(settings(aPage({ channels })));
  expect([count(all, "acquiring-bell-no-provider"), count(all, "acquiring-role-no-provider")]).toEqual([1, 1]);
  const unused = { bell: { topics: [], language: "en" as const }, roles: [aRole({ emails: [], webhooks: ["chat"] })] };
  const none = await drawn(settings(aPage({ channels, ...unused })));
  expect([count(none, "acquiring-bell-no-provider"), count(none, "acquiring-role-no-provider")]).toEqual([0, 0]);
  expect(none).toContain("None. Nothing is shown.");
});

test("e-mails to customers: which are switched on, how many were sent, and why one was not", async () => {
  const off = await drawn(settings(aPage()));
  expect(off).toContain("Customers get no emails about payments from here.");
  const channels = { bell: true, email: false };
  const emails = [customerEmails({ enabled: true, sent: 1_234, problem: "550 <script>" })];
  const on = await drawn(settings(aPage({ channels, customer_emails: emails })));
  expect(on).toContain("1,234");
  expect(on).toContain("550 &lt;script&gt;");
  expect(count(on, "acquiring-customer-emails-no-provider")).toBe(1);
  expect(count(off, "acquiring-customer-emails-no-provider")).toBe(0);
});

test("a webhook that is no longer configured is named", async () => {
  const html = await drawn(settings(aPage({ roles: [aRole({ webhooks: ["chat", "former"] })] })));
  expect(html).toContain("No longer configured: former.");
});

test("a message shows its recipient, its status and why it failed; a former role is called so", async () => {
  const problem = "550 <script>";
  const messages = [aMessage({ status: "failed", problem }), aMessage({ id: "message_2", role_id: "former" })];
  const html = await drawn(settings(aPage({ messages })));
  expect(count(html, "acquiring-message")).toBe(2);
  expect(html).toContain("Failed");
  expect(html).toContain("550 &lt;script&gt;");
  expect(html).toContain("Removed role");
});

const fields = (form: RoleForm, webhooks: string[] = []) => (
  <RoleFields page={{ webhooks }} form={form} problemOf={() => null} onChange={() => undefined} />
);

test("without configured webhooks the field says which option is missing; a former one can still be removed", async () => {
  expect(await drawn(fields(roleFormOf(aRole())))).toContain("staffNotifications.webhooks");
  const html = await drawn(fields(roleFormOf(aRole({ webhooks: ["former"] })), ["chat"]));
  expect(count(html, "acquiring-no-webhooks")).toBe(0);
  expect(html).toContain("acquiring-check-webhooks-chat");
  expect(html).toContain("acquiring-check-webhooks-former");
});

test("times are asked for only where they apply", async () => {
  const html = await drawn(fields(roleFormOf(aRole())));
  expect(html).not.toContain('type="time"');
  const timed = await drawn(fields(roleFormOf(aRole({ daily_at: "07:30", quiet: { from: "22:00", until: "06:00" } }))));
  expect(timed.match(/type="time"/g)).toHaveLength(3);
});

test("an error of a group of boxes is tied to each of them", async () => {
  const html = await drawn(
    <RoleFields
      page={{ webhooks: [] }}
      form={roleFormOf(aRole())}
      problemOf={(field) => (field === "topics" ? "Choose at least one topic." : null)}
      onChange={() => undefined}
    />,
  );
  const id = /id="([^"]+)"[^>]*data-testid="acquiring-invalid-topics"/.exec(html)?.[1] ?? "none";
  expect(html.match(/role="checkbox"[^>]*aria-invalid="true"/g)).toHaveLength(TOPICS.length);
  expect(html.split(`${id}"`).length - 1).toBe(TOPICS.length + 2);
});

test("the results of a test are told for each recipient", async () => {
  const results = [
    { channel: "email" as const, recipient: "finance@example.test", problem: null },
    { channel: "webhook" as const, recipient: "chat", problem: "HTTP 404" },
  ];
  const html = await drawn(<TestResults test={{ isSending: false, trouble: null, go: () => undefined, results }} />);
  expect(html).toContain('data-accepted="true"');
  expect(html).toContain("Not accepted");
  expect(html).toContain("HTTP 404");
});
