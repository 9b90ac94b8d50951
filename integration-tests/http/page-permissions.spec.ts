import { withStore } from "../support/boot";

/** A route refuses a missing permission and names it before validating anything; `admin-roles.spec` covers every route. */
const KEY = "intention_00000001";

withStore(
  "desk_permissions",
  (stage) => {
    test.each([
      ["get", "attention", "read", {}],
      ["get", "attention/count", "read", {}],
      ["post", "attention/acqatn_none/dismiss", "resolve", { note: "Looked at it." }],
      ["get", "reviews", "read", {}],
      ["get", "reviews/acqatt_none", "read", {}],
      ["post", "reviews", "review", { key: KEY, payment_ids: ["acqatt_none"], action: "approve", note: "Fine." }],
      ["get", "overview", "read", {}],
      ["get", "health", "operate", {}],
      ["post", "health/test-payment", "operate", { account: "main", key: KEY }],
    ] as const)("%s %s needs the permission %s", async (method, path, permission, body) => {
      const { admin, gateway } = stage();
      const url = `/admin/acquiring/${path}`;
      const answer = await (method === "get" ? admin.get(url) : admin.post(url, body));
      expect([answer.status, answer.body.type]).toEqual([403, "forbidden"]);
      expect(answer.body.message).toContain(`permission "${permission}"`);
      // Invalid parameters are not reported either.
      const wrong = await (method === "get" ? admin.get(`${url}?colour=red`) : admin.post(url, { colour: "red" }));
      expect(wrong.status).toBe(403);
      expect(await gateway.requests()).toEqual([]);
    });
  },
  {},
  { admin: { permissions: { read: [], resolve: [], review: [], operate: [] } } },
);
