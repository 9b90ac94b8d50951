import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { z } from "@medusajs/framework/zod";
import { customerText } from "../../api-schema/errors";
import { StoreRequestError } from "../../application/store-error";
import { answerStore, parseBody, passOrAnswer } from "../store-errors";

/** What the shop learns when a request fails: a code and its text, never an internal message or a value it sent. */
const CARD = "4111111111111111";
const INTERNAL = `connect ECONNREFUSED postgres://medusa:secret@db:5432 for ${CARD}`;

function exchange() {
  const answers: { status: number; body: unknown }[] = [];
  const headers: Record<string, string> = {};
  const lines: string[] = [];
  const res = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    status: (status: number) => ({ json: (body: unknown) => answers.push({ status, body }) }),
  };
  const scope = { resolve: () => ({ error: (line: string) => lines.push(line) }) };
  return {
    ...{ answers, headers, lines },
    req: { scope } as unknown as MedusaRequest,
    res: res as unknown as MedusaResponse,
  };
}

async function answerTo(work: () => Promise<unknown>) {
  const { req, res, ...seen } = exchange();
  await answerStore(req, res, work);
  return seen;
}

const failing = (error: unknown) => async (): Promise<never> => {
  throw error;
};

test("what the route returns is the answer, and no cache keeps it", async () => {
  const { answers, headers } = await answerTo(async () => ({ state: "authorised" }));
  expect(answers).toEqual([{ status: 200, body: { state: "authorised" } }]);
  expect(headers).toEqual({ "Cache-Control": "no-store" });
});

test.each([
  ["login_required", 401],
  ["session_not_found", 404],
  ["card_declined", 422],
  ["too_many_attempts", 429],
] as const)("the refusal %s is answered with %i and the customer's text", async (code, status) => {
  const { answers, lines } = await answerTo(failing(new StoreRequestError(code, status)));
  expect(answers).toEqual([{ status, body: { type: "acquiring_error", code, message: customerText[code] } }]);
  expect(lines).toEqual([]);
});

test("a hint for developers follows the customer's text, and invalid fields are listed", async () => {
  const fields = [{ field: "card.number", message: "too short" }];
  const { answers } = await answerTo(failing(new StoreRequestError("card_invalid", 422, fields, "Use a test card.")));
  expect(answers[0]?.body).toEqual({
    type: "acquiring_error",
    code: "card_invalid",
    message: `${customerText.card_invalid} (Use a test card.)`,
    fields,
  });
});

test.each([
  ["an error of the database", Object.assign(new Error(INTERNAL), { detail: INTERNAL }), "error=Error"],
  ["an error with a status of its own", Object.assign(new TypeError(INTERNAL), { status: 418 }), "error=TypeError"],
  ["a thrown text", INTERNAL, "error=unknown error"],
  ["a workflow's plain object", { message: INTERNAL, code: "card_declined" }, "error=unknown error"],
  [
    "a value that does not match a schema",
    z.object({ account: z.object({ pin: z.literal("1") }) }).safeParse({ account: { pin: INTERNAL } }).error,
    "error=ZodError paths=account.pin",
  ],
])("%s is answered with 503; neither the answer nor the log holds its text", async (_what, error, logged) => {
  const { answers, lines } = await answerTo(failing(error));
  expect(answers).toEqual([
    {
      status: 503,
      body: {
        type: "acquiring_error",
        code: "payment_not_available",
        message: customerText.payment_not_available,
      },
    },
  ]);
  expect(lines).toEqual([`acquiring.store_route_failed ${logged}`]);
});

test("middleware passes a permitted request on, answers a refusal, and leaves other errors to Medusa", async () => {
  const passed: unknown[] = [];
  const next = (...error: unknown[]) => void passed.push(error);
  const { res, answers } = exchange();
  const broken = new Error(INTERNAL);

  await passOrAnswer(res, next, async () => undefined);
  expect(passed).toEqual([[]]);

  await passOrAnswer(res, next, failing(new StoreRequestError("login_required", 401)));
  expect(answers.map(({ status }) => status)).toEqual([401]);
  expect(passed).toHaveLength(1);

  await passOrAnswer(res, next, failing(broken));
  expect(answers).toHaveLength(1);
  expect(passed[1]).toEqual([broken]);
});

const Body = z.object({
  session_id: z.string().max(20),
  method: z.object({ type: z.string(), card: z.object({ number: z.string() }).optional() }),
  return_to: z.string().optional(),
});
const METHOD = { type: "card", card: { number: CARD } };

function refusalOf(body: unknown): Pick<StoreRequestError, "code" | "status" | "fields"> {
  try {
    parseBody(Body, body);
  } catch (error) {
    if (error instanceof StoreRequestError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}

test("a payment's card is accepted where it belongs", () => {
  expect(parseBody(Body, { session_id: "payses_1", method: METHOD })).toEqual({
    session_id: "payses_1",
    method: METHOD,
  });
});

test.each([
  ["no body", undefined, ["body"]],
  ["a text", "x", ["body"]],
  ["several invalid fields", { session_id: 1, method: { type: 2 } }, ["session_id", "method.type"]],
  ["a card number in place of the session", { session_id: CARD.repeat(2), method: METHOD }, ["session_id"]],
  ["a card number in the address", { session_id: "s", method: METHOD, return_to: `/?n=${CARD}` }, ["return_to"]],
  ["a card number in an unknown field", { session_id: "s", method: METHOD, memo: CARD }, ["memo"]],
])("%s is refused: the fields are named and no value is repeated", (_what, body, fields) => {
  const refusal = refusalOf(body);
  expect(refusal).toMatchObject({ code: "invalid_request", status: 400 });
  expect(refusal.fields.map(({ field }) => field)).toEqual(fields);
  expect(JSON.stringify(refusal.fields)).not.toContain(CARD);
});

test("an unknown field whose name is a card number is refused without repeating it", () => {
  const Strict = z.strictObject({ session_id: z.string(), amounts: z.record(z.string(), z.string()).optional() });
  for (const body of [
    { session_id: "s", "4111111111111111": 1 },
    { session_id: "s", amounts: { "4111111111111111": 1 } },
  ]) {
    const refused = (): unknown => parseBody(Strict, body);
    expect(refused).toThrow(StoreRequestError);
    try {
      refused();
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain("4111");
      expect(error).toMatchObject({ fields: [{ message: expect.any(String) }] });
    }
  }
});
