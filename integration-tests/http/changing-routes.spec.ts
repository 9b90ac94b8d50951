import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import request from "supertest";
import { PASSWORD, withStore } from "../support/boot";

/** Every route that changes something accepts only JSON from our own origins (CSRF). */
const API = join(__dirname, "../../src/api");
const HTTP = { POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;
type Method = keyof typeof HTTP;

/** As Medusa finds them: a route file exports one function per method. */
const changing = (area: "admin" | "store"): [Method, string][] =>
  readdirSync(join(API, area), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("route.ts"))
    .flatMap((name) => {
      const path = `/${area}/${name.replace(/\/route\.ts$/, "").replace(/\[[^\]]+\]/g, "any_1")}`;
      const text = readFileSync(join(API, area, name), "utf8");
      const exported = [...text.matchAll(/export (?:const|async function|function) (POST|PUT|PATCH|DELETE)\b/g)];
      return exported.map(([, method]): [Method, string] => [method as Method, path]);
    });

const FOREIGN = "https://evil.test";

withStore("changing", (stage) => {
  const send = ([method, path]: [Method, string]): request.Test =>
    path.startsWith("/admin")
      ? stage().admin.request(HTTP[method], path)
      : request(stage().base)[HTTP[method]](path).set("x-publishable-api-key", stage().shop.publishableKey);

  test("every changing route of ours refuses a form, a text and a body without a type, with the right type in the error", async () => {
    const routes = [...changing("admin"), ...changing("store")];
    expect(routes.length).toBeGreaterThan(30);
    for (const route of routes) {
      for (const [type, body] of [
        ["application/x-www-form-urlencoded", "note=x"],
        ["text/plain", "{}"],
        ["multipart/form-data; boundary=x", "--x--"],
        ["application/jsonp", "{}"],
      ] as const) {
        const answer = await send(route).set("content-type", type).send(body);
        expect([...route, type, answer.status]).toEqual([...route, type, 415]);
        expect(answer.body.message).toContain("Content-Type: application/json");
      }
      if (route[0] !== "DELETE") expect([...route, (await send(route)).status]).toEqual([...route, 415]);
    }
  });

  test("every changing route of ours refuses a page of another origin, and names the option", async () => {
    for (const route of [...changing("admin"), ...changing("store")]) {
      for (const origin of [FOREIGN, "null", `${stage().base}.evil.test`]) {
        const answer = await send(route).set("content-type", "application/json").set("origin", origin).send("{}");
        expect([...route, origin, answer.status]).toEqual([...route, origin, 403]);
        expect(answer.body.message).toMatch(/projectConfig\.http\.(admin|store)Cors/);
      }
    }
  });

  test("a cross-origin form with an admin's cookie changes nothing; the dashboard's own request does", async () => {
    const { base, pg } = stage();
    const agent = request.agent(base);
    const { body } = await agent.post("/auth/user/emailpass").send({ email: "admin@example.test", password: PASSWORD });
    await agent
      .post("/auth/session")
      .set("authorization", `Bearer ${String(body.token)}`)
      .expect(200);
    const [item] = await pg("acquiring_attention_item").insert(
      {
        id: "acqatn_csrf",
        account: "main",
        kind: "drift",
        subject: "main",
        message: "x",
        count: 1,
        raised_at: new Date(),
      },
      ["id"],
    );
    const path = `/admin/acquiring/attention/${String(item.id)}/dismiss`;
    const open = async (): Promise<unknown> =>
      (await pg("acquiring_attention_item").where({ id: item.id }).first("cleared_at")).cleared_at;
    await agent.post(path).type("form").set("origin", FOREIGN).send({ note: "pressed for you" }).expect(415);
    await agent.post(path).set("origin", FOREIGN).send({ note: "pressed for you" }).expect(403);
    expect(await open()).toBeNull();
    await agent.post(path).set("origin", base).send({ note: "Looked it up." }).expect(200);
    expect(await open()).not.toBeNull();
  });

  test("a shop's own origin may change its customer's data", async () => {
    const { shop } = stage();
    const answer = await shop
      .post("/store/acquiring/payment-return", { return_token: "x" })
      .set("origin", "http://localhost:8000");
    expect(answer.status).toBe(404);
  });
});
