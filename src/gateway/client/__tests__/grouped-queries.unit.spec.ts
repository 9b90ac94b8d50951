import { startTimer } from "../../batching/batcher";
import type { GatewayQuestion } from "../grouped-queries";
import { GroupedQueries, queryLimits } from "../grouped-queries";
import type { OrderNo } from "../../model/ids";
import { GatewayProfile } from "../../model/profile";
import type { Reply } from "../../__tests__/scripted-gateway";
import { gateway, json, orders, text, withClient } from "../../__tests__/scripted-gateway";

/** Questions asked together, over real HTTP against a scripted server. */
const asking = (body: string): string[] => (new URLSearchParams(body).get("orders") ?? "").split(",");
const authorised = (orderNo: string): object => ({ order_no: orderNo, query_result: "1", payment_status: "2000" });
const rows = (list: readonly object[]): Reply => json({ return_status: "1", orders_list: list });

const together = (work: (announce: () => GatewayQuestion) => Promise<void>, profile: object = {}): Promise<void> =>
  withClient(async ({ queries }) => {
    const limits = () => ({ maxItems: 100, maxWaitMs: 5_000 });
    const grouped = new GroupedQueries({ queries: () => queries, limits, startTimer });
    await work(() => grouped.announce());
  }, profile);

/** For megabytes, which a busy machine sends and reads slowly: these tests are not about time. */
const PATIENT = { timeouts: { connectMs: 30_000, authoriseMs: 30_000, otherMs: 30_000 } };

async function askAll(announce: () => GatewayQuestion, numbers: readonly OrderNo[]): Promise<(string | undefined)[]> {
  const questions = numbers.map((number) => ({ number, question: announce() }));
  return Promise.all(
    questions.map(async ({ number, question }) => {
      const answer = await question.payments("main", number);
      question.withdraw();
      if (answer.kind !== "answered") return answer.reason.code;
      expect(answer.facts.map(({ orderNo }) => orderNo)).toEqual([number]);
      return answer.facts[0]?.reading;
    }),
  );
}

test("concurrent queries are one request, and each caller gets its own order only", async () => {
  gateway.reply = (req, res, body) => rows([...asking(body)].reverse().map(authorised))(req, res, body);
  await together(async (announce) => {
    expect(await askAll(announce, orders(40))).toEqual(orders(40).map(() => "authorised"));
  });
  expect(gateway.received.map(({ body }) => asking(body).length)).toEqual([40]);
});

test.each([
  ["whose row cannot be read", { amount: "ten", currency: "EUR" }, "unreadable_rows"],
  ["that the gateway refuses to speak of", { query_result: "999" }, "query_refused"],
])("one order %s does not delay the others", async (_name, spoilt, code) => {
  const [, , , bad] = orders(16);
  gateway.reply = (req, res, body) => {
    const list = asking(body).map((each) => ({ ...authorised(each), ...(each === bad ? spoilt : {}) }));
    rows(list)(req, res, body);
  };
  await together(async (announce) => {
    const answers = await askAll(announce, orders(16));
    expect(answers).toEqual(orders(16).map((each) => (each === bad ? code : "authorised")));
  });
  // 16, then a half with it and a half without, down to the one.
  expect(gateway.received).toHaveLength(9);
});

test.each([
  ["a byte that is no text", Buffer.from([0xff])],
  ["a raw control character", Buffer.from("\n")],
  ["a quotation mark", Buffer.from('"')],
])("one order whose row contains %s does not delay the others", async (_name, spoilt) => {
  const [, , , bad] = orders(16);
  gateway.reply = (_req, res, body) => {
    const list = asking(body).map((each) => ({ ...authorised(each), shopper_phone: each === bad ? "@" : "" }));
    const [before = "", after] = JSON.stringify({ return_status: "1", orders_list: list }).split("@");
    res.end(Buffer.concat([Buffer.from(before), ...(after === undefined ? [] : [spoilt, Buffer.from(after)])]));
  };
  await together(async (announce) => {
    const answers = await askAll(announce, orders(16));
    expect(answers).toEqual(orders(16).map((each) => (each === bad ? "unreadable_rows" : "authorised")));
  });
  expect(gateway.received).toHaveLength(9);
});

test("orders with more rows than a response may contain are queried in smaller groups", async () => {
  const [maxBytes, row] = [8 * 1024 * 1024, { shopper_email: "x".repeat(2_000) }];
  gateway.reply = (req, res, body) => {
    rows(asking(body).flatMap((each) => Array.from({ length: 300 }, () => ({ ...authorised(each), ...row }))))(
      req,
      res,
      body,
    );
  };
  await together(async (announce) => {
    const numbers = orders(16);
    const questions = numbers.map((number) => ({ number, question: announce() }));
    const answers = await Promise.all(questions.map(({ number, question }) => question.payments("main", number)));
    questions.forEach(({ question }) => question.withdraw());
    expect(answers.map(({ kind }) => kind)).toEqual(numbers.map(() => "answered"));
  }, PATIENT);
  expect(gateway.received.map(({ body }) => asking(body).length)).toEqual([16, 8, 8]);
  expect(16 * 300 * 2_000).toBeGreaterThan(maxBytes);
});

test.each([
  ["no answer", ((_req, res) => res.destroy()) satisfies Reply, "lost"],
  ["a maintenance page", text("<html>"), "unreadable"],
  ["an empty body", text(""), "unreadable"],
  ["HTTP 503", text("", 503), "http_503"],
  ["an address that is not registered", rows([{ order_no: "acq_1", query_result: "7" }]), "ip_not_registered"],
  ["an address that is not registered, without an order", rows([{ query_result: "7" }]), "ip_not_registered"],
] as const)("%s is a failure of the gateway, and is requested once", async (_name, reply, code) => {
  gateway.reply = reply;
  await together(async (announce) => {
    expect(await askAll(announce, orders(16))).toEqual(orders(16).map(() => code));
  });
  expect(gateway.received).toHaveLength(1);
});

test.each([
  [{}, 32],
  [{ maxCharacters: 10_000 }, 100],
  [{ maxCharacters: 10_000, maxIds: 20 }, 20],
  [{ maxCharacters: 61 }, 2],
  [{ maxCharacters: 60 }, 1],
])("with the options %j one query contains %i orders", (queries, count) => {
  expect(queryLimits(GatewayProfile.parse({ queries })).maxItems).toBe(count);
});
