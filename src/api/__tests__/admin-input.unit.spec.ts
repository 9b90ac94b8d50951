import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { RefundAction } from "../../api-schema/admin";
import { optionsWith } from "../../gateway/__tests__/fixtures";
import { parseOptions } from "../../options/options";
import { adminCommand, readAdminInput } from "../admin-input";

/** What a dashboard route takes: valid fields without card data; an error names the field and never its value. */
const CARD = "4111 1111 1111 1111";
const Note = z.strictObject({
  note: z.string().max(100),
  amount: z
    .string()
    .regex(/^\d+\.\d{2}$/, "amount: it needs two decimals")
    .optional(),
  items: z.array(z.object({ id: z.string() })).optional(),
});

function messageOf(input: unknown): string {
  try {
    readAdminInput(Note, input);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}

test("valid input is returned as the schema reads it", () => {
  expect(readAdminInput(z.object({ limit: z.coerce.number().default(20) }), { limit: "5", more: 1 })).toEqual({
    limit: 5,
  });
  expect(readAdminInput(z.object({ limit: z.number().default(20) }), undefined)).toEqual({ limit: 20 });
  expect(readAdminInput(z.object({ limit: z.number().default(20) }), null)).toEqual({ limit: 20 });
});

test.each([
  [{}, /^note: /],
  [{ note: 1 }, /^note: /],
  [{ note: "x", items: [{ id: "a" }, { id: 2 }] }, /^items\.1\.id: /],
  [{ note: "x", amount: "1" }, /^amount: it needs two decimals$/],
  ["a text", /^(?!: )/],
])("%j is refused, and the first invalid field is named once", (input, message) => {
  expect(messageOf(input)).toMatch(message);
  expect(() => readAdminInput(Note, input)).toThrow(expect.objectContaining({ type: "invalid_data" }));
});

test.each([
  ["in groups", CARD],
  ["without spaces", "4111111111111111"],
  ["with dashes in a sentence", "customer read out 4111-1111-1111-1111 on the phone"],
  ["in digits of another script", "٤١١١١١١١١١١١١١١١"],
  ["with invisible characters between the digits", "4111\u200b1111\u200b1111\u200b1111"],
  ["encoded as in an address", "4111%201111%201111%201111"],
])("a note with a card number, %s, is refused without repeating it", (_how, note) => {
  const message = messageOf({ note });
  expect(message).toMatch(/^note: looks like a card number or security code/);
  expect(message).not.toMatch(/\p{Nd}/u);
});

test("a security code beside the known fields is refused, although the schema would drop it", () => {
  const Loose = z.object({ note: z.string() });
  expect(() => readAdminInput(Loose, { note: "x", cvv: "123" })).toThrow(/^cvv: looks like a card number or security/);
});

test("an order number or a telephone number in a note is no card number", () => {
  const input = { note: "order 1234567890123456, phone +49 30 1234567" };
  expect(readAdminInput(Note, input)).toEqual(input);
});

test("an invalid value is not repeated, even if it is a card number", () => {
  expect(messageOf({ note: "x", amount: CARD })).not.toContain("4111");
  expect(messageOf({ note: CARD.repeat(20) })).not.toContain("4111");
});

const resultOf = (permissions: object, body: unknown) => {
  const done: string[] = [];
  const answers: unknown[] = [];
  const headers: Record<string, string> = {};
  const known: Record<string, unknown> = {
    [ContainerRegistrationKeys.FEATURE_FLAG_ROUTER]: { isFeatureEnabled: () => false },
    acquiring: { options: parseOptions(optionsWith({}, { admin: { permissions } })) },
  };
  const route = adminCommand({
    permission: "refund",
    body: RefundAction,
    run: async ({ targetId, actorId }, { amount }) => {
      done.push(`${actorId} ${targetId} ${amount}`);
      return { outcome: "done" };
    },
  });
  const req = {
    scope: { resolve: (name: string) => known[name] },
    params: { id: "acqatt_1" },
    auth_context: { actor_id: "user_1", actor_type: "user" },
    body,
  };
  const res = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    status: (status: number) => ({ json: (answer: unknown) => answers.push([status, answer]) }),
  };
  const run = route(req as unknown as AuthenticatedMedusaRequest, res as unknown as MedusaResponse);
  return { run, done, answers, headers };
};

const REFUND = { key: "9c0f8c8e-31a5-4a6f-9f2b-0d6f1f0f5c11", amount: "10.00" };

test("a permitted command with a valid body runs on the payment in the path, and no cache keeps the answer", async () => {
  const { run, done, answers, headers } = resultOf({ refund: ["user_1"] }, REFUND);
  await run;
  expect(done).toEqual(["user_1 acqatt_1 10.00"]);
  expect(answers).toEqual([[200, { outcome: "done" }]]);
  expect(headers).toEqual({ "Cache-Control": "no-store" });
});

test.each([
  ["valid", REFUND],
  ["invalid", { amount: 5 }],
])("without the permission, a %s body is refused in the same way, and nothing runs", async (_which, body) => {
  const { run, done, answers } = resultOf({ refund: ["user_2"] }, body);
  await expect(run).rejects.toMatchObject({ type: "forbidden", message: expect.stringContaining('"refund"') });
  expect([done, answers]).toEqual([[], []]);
});

test("an invalid body of a permitted user runs nothing", async () => {
  const { run, done } = resultOf({ refund: ["user_1"] }, { ...REFUND, note: CARD });
  await expect(run).rejects.toMatchObject({ type: "invalid_data" });
  expect(done).toEqual([]);
});

test("an unknown field whose name is a card number is refused without repeating it", () => {
  const message = messageOf({ note: "x", "4111111111111111": 1 });
  expect(message).toContain("The name of a field: looks like a card number");
  expect(message).not.toContain("4111");
});
