import { effectiveOptions } from "../effective-options";

const KEY = "canary-key-0123456789";
const written = {
  accounts: {
    main: {
      baseUrl: "https://gateway.example/",
      merchantId: "10001",
      accountId: "10001001",
      signingKeys: [KEY, `${KEY}-old`],
      profile: { signing: { sign: () => KEY }, status: { payment: { "5000": "voided" } } },
    },
  },
  storefront: { origins: ["https://shop.example"] },
  notifyBaseUrl: "https://api.shop.example",
  review: { holdWhen: () => true },
  // Medusa's own entry, with the database's password.
  database: { clientUrl: `postgres://user:${KEY}@db` },
};
const options = effectiveOptions(written);
const option = (path: string) => options.find((each) => each.path === path);

test("configured and default values are distinguished", () => {
  expect(option("notifyBaseUrl")).toEqual({
    path: "notifyBaseUrl",
    value: "https://api.shop.example",
    source: "set",
    secret: false,
  });
  expect(option("lateMoney")).toEqual({ path: "lateMoney", value: "reverse", source: "default", secret: false });
  expect(option("accounts.main.profile.status.payment")).toMatchObject({ value: '{"5000":"voided"}', source: "set" });
  expect(option("accounts.main.profile.status.order")).toMatchObject({ value: "{}", source: "default" });
  expect(option("accounts.main.baseUrl")).toMatchObject({ value: "https://gateway.example", source: "set" });
});

test("neither a key nor a function's source is printed", () => {
  expect(option("accounts.main.signingKeys")).toEqual({
    path: "accounts.main.signingKeys",
    value: "",
    source: "set",
    secret: true,
  });
  expect(option("review.holdWhen")).toMatchObject({ value: "a function", source: "set" });
  expect(JSON.stringify(options)).not.toContain("canary");
});

test("an option without a value and without a default is omitted; the rest are in the order of the reference", () => {
  const paths = options.map(({ path }) => path);
  expect(paths).not.toContain("review.secondPersonAbove");
  expect(paths).not.toContain("database");
  expect(paths[0]).toBe("accounts.main.baseUrl");
  expect(paths.indexOf("notifyBaseUrl")).toBeLessThan(paths.indexOf("lateMoney"));
  expect(paths.length).toBeGreaterThan(90);
  expect(new Set(paths).size).toBe(paths.length);
});

test("invalid options have no effective form", () => {
  expect(effectiveOptions({ accounts: {} })).toEqual([]);
});
