import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUrl, readSafeUrl } from "../gateway/model/safe-url";

const root = join(__dirname, "..");

test("no source uses URL.canParse, which Node 20 answers wrongly after many calls", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes("__tests__"),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((name) => readFileSync(join(root, name), "utf8").includes("URL.canParse("))).toEqual([]);
});

test("a host with a letter outside ASCII is still accepted after many calls", () => {
  const address = "https://bücher.example/return";
  for (let count = 0; count < 50_000; count += 1) readSafeUrl(`https://shop.example/${String(count % 7)}`);
  expect(parseUrl(address)?.host).toBe("xn--bcher-kva.example");
  expect(readSafeUrl(address)?.host).toBe("xn--bcher-kva.example");
});
