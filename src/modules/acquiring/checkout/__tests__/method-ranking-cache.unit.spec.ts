import { createCurrency, createMoney } from "../../../../gateway/model/money";
import { MethodRankingCache } from "../method-ranking-cache";

/** The gateway's order of methods is queried once per minute and cart, whatever the response. */
const money = createMoney(1_000n, createCurrency("EUR"));
const question = { account: "main", money, email: "ada@example.test" };

function ranked(answer: readonly string[] | null) {
  let asked = 0;
  let time = 0;
  const queries = () => ({
    rankMethods: () => {
      asked += 1;
      return Promise.resolve(answer);
    },
  });
  const rankings = new MethodRankingCache(queries, () => new Date(time));
  return { rankings, asked: () => asked, pass: (ms: number) => (time += ms) };
}

test.each([[["ideal", "eps"]], [null]])("the response %j is cached for a minute", async (answer) => {
  const { rankings, asked, pass } = ranked(answer);
  for (let turn = 0; turn < 5; turn += 1) expect(await rankings.of(question)).toEqual(answer);
  expect(asked()).toBe(1);
  pass(60_000);
  await rankings.of(question);
  expect(asked()).toBe(2);
});

test("another total, customer or account is another query", async () => {
  const { rankings, asked } = ranked([]);
  await rankings.of(question);
  await rankings.of({ ...question, money: createMoney(2_000n, createCurrency("EUR")) });
  await rankings.of({ ...question, email: "eve@example.test" });
  await rankings.of({ ...question, account: "other" });
  expect(asked()).toBe(4);
});
