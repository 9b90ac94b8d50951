import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * An older Medusa (2.17, 2.18) computes a total of 0 if a query asks for it and names single fields of the items or the shipping
 * methods: it then reads no prices. Such a query asks for all of their fields.
 */
const root = join(__dirname, "..");
const TOTAL = /"(?:\w+_)?(?:sub)?total"/;
const SINGLE = /"(items|shipping_methods)\.(?!\*|detail\.|total")\w+"/g;

/** The renewal's order is read by one query, and its total by another that names no relation. */
const TWO_QUERIES = ["application/subscriptions/renewal-order.ts"];

const isPartial = (text: string): boolean =>
  TOTAL.test(text) && [...text.matchAll(SINGLE)].some(([, relation]) => !text.includes(`"${relation ?? ""}.*"`));

test("a query that asks Medusa for a total asks for all fields of what the total is made of", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !/__tests__|migrations|admin|simulator/.test(name),
  );
  expect(files.filter((name) => isPartial(readFileSync(join(root, name), "utf8")))).toEqual(TWO_QUERIES);
});

test.each([
  ['["id", "total", "items.variant_id"]', true],
  ['["total", "shipping_methods.name", "items.*"]', true],
  ['["id", "total", "items.*", "items.product.categories.name"]', false],
  ['["id", "items.variant_id"]', false],
])("%s is partial: %s", (text, partial) => {
  expect(isPartial(text)).toBe(partial);
});
