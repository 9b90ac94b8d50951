import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { optionsWith } from "../../gateway/__tests__/fixtures";
import { parseOptions } from "../../options/options";
import { requireJson } from "../require-json";

/** What passes a changing route: nothing that a page of another origin can send with the user's cookies. */
const SERVER = "backend.internal:9000";
const options = parseOptions(optionsWith({}, { publicBaseUrl: "https://api.shop.example/base" }));
const http = {
  adminCors: "https://admin.shop.example/",
  storeCors: "https://pwa.shop.example,/^https:\\/\\/pr-\\d+\\.shop\\.example$/",
};

interface Sent {
  readonly area?: "admin" | "store";
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `passed`, or the status and code of the refusal. */
function answerTo({ area = "admin", method = "POST", headers }: Sent): string {
  const answers: string[] = [];
  const sent: Record<string, string> = {};
  const res = {
    setHeader: (name: string, value: string) => void (sent[name] = value),
    status: (status: number) => ({ json: (body: { code: string }) => answers.push(`${String(status)} ${body.code}`) }),
  };
  const scope = {
    resolve: (name: string) =>
      name === ContainerRegistrationKeys.CONFIG_MODULE ? { projectConfig: { http } } : { options },
  };
  const req = { method, headers: { host: SERVER, ...headers }, scope };
  requireJson(area)(req as unknown as MedusaRequest, res as unknown as MedusaResponse, () => answers.push("passed"));
  expect(sent).toEqual({ "Cache-Control": "no-store" });
  return answers.join();
}

const JSON_TYPE = { "content-type": "application/json" };
const NOT_JSON = "415 json_required";
const OTHER_ORIGIN = "403 origin_not_allowed";

test.each([
  ["application/json", "passed"],
  ["Application/JSON; charset=utf-8", "passed"],
  [" application/json ;charset=utf-8", "passed"],
  // What a form or `fetch` without a preflight can send.
  ["text/plain", NOT_JSON],
  ["application/x-www-form-urlencoded", NOT_JSON],
  ["multipart/form-data; boundary=x", NOT_JSON],
  ["text/plain; application/json", NOT_JSON],
  ["text/plain;charset=application/json", NOT_JSON],
  ["application/json, text/plain", NOT_JSON],
  ["application/jsonp", NOT_JSON],
  ["application/json-patch+json", NOT_JSON],
  ["", NOT_JSON],
])("a body of the type %j: %s", (type, answer) => {
  expect(answerTo({ headers: { "content-type": type } })).toBe(answer);
});

test.each([
  ["POST", {}, NOT_JSON],
  ["PUT", {}, NOT_JSON],
  ["DELETE", {}, "passed"],
  ["DELETE", { "content-length": "0" }, "passed"],
  ["DELETE", { "content-length": "2" }, NOT_JSON],
  ["DELETE", { "content-type": "text/plain" }, NOT_JSON],
])("%s with the headers %j and no JSON: %s", (method, headers, answer) => {
  expect(answerTo({ method, headers })).toBe(answer);
});

test.each([
  ["this server itself", `http://${SERVER}`, "passed", "passed"],
  ["its public address", "https://api.shop.example", "passed", "passed"],
  ["the dashboard's origin, listed with a slash", "https://admin.shop.example", "passed", OTHER_ORIGIN],
  ["the storefront of the plugin's options", "https://shop.example", OTHER_ORIGIN, "passed"],
  ["an origin of storeCors", "https://pwa.shop.example", OTHER_ORIGIN, "passed"],
  ["a pattern of storeCors", "https://pr-17.shop.example", OTHER_ORIGIN, "passed"],
  ["almost that pattern", "https://pr-x.shop.example", OTHER_ORIGIN, OTHER_ORIGIN],
  ["another site", "https://evil.example", OTHER_ORIGIN, OTHER_ORIGIN],
  ["a sandboxed frame or a file", "null", OTHER_ORIGIN, OTHER_ORIGIN],
  ["no URL", "shop.example", OTHER_ORIGIN, OTHER_ORIGIN],
  ["an empty header", "", OTHER_ORIGIN, OTHER_ORIGIN],
  ["a longer host", "https://shop.example.evil.example", OTHER_ORIGIN, OTHER_ORIGIN],
  ["our host as a user name", `https://${SERVER}@evil.example`, OTHER_ORIGIN, OTHER_ORIGIN],
  ["our host's name with another port", "http://backend.internal:9001", OTHER_ORIGIN, OTHER_ORIGIN],
  ["plain http of an https origin", "http://shop.example", OTHER_ORIGIN, OTHER_ORIGIN],
  ["a subdomain of the storefront", "https://x.shop.example", OTHER_ORIGIN, OTHER_ORIGIN],
])("from %s, %s: %s on admin routes, %s on store routes", (_what, origin, admin, store) => {
  expect(answerTo({ area: "admin", headers: { ...JSON_TYPE, origin } })).toBe(admin);
  expect(answerTo({ area: "store", headers: { ...JSON_TYPE, origin } })).toBe(store);
});

test("a DELETE without a body is refused from another origin, too", () => {
  expect(answerTo({ method: "DELETE", headers: { origin: "https://evil.example" } })).toBe(OTHER_ORIGIN);
});
