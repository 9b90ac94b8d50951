import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInReadings, profileConfidence, signingConfidence } from "../default-confidence";
import { effectiveOptions } from "../effective-options";
import { openAssumptions } from "../open-assumptions";
import { KEY, accountWith, optionsWith } from "../../gateway/__tests__/fixtures";

/** The tables of the documentation that have a column of confidence: by their first cell's names. */
const DOCUMENT = readFileSync(join(__dirname, "../../../docs/configuration.md"), "utf8");
const rows = DOCUMENT.split(/\n{2,}/).flatMap((block) => {
  const [head = [], , ...body] = block
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const at = head.indexOf("confidence");
  return at < 0 ? [] : body.map((cells) => ({ head: head[0] ?? "", cells, confidence: cells[at] ?? "" }));
});
const codes = (text = ""): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

it("has for every option of the profile the confidence that is documented", () => {
  const documented = rows.flatMap(({ head, cells, confidence }) => {
    const about = /^name in `profile\.?([^`]*)`$/.exec(head)?.[1];
    if (about === undefined) return [];
    const said = /^[\d./ –]+$/.test(confidence) && confidence !== "–" ? confidence : null;
    return codes(cells[0]).map((name) => [about === "" ? name : `${about}.${name}`, said] as const);
  });
  expect(Object.fromEntries(documented)).toEqual(profileConfidence);
  const inForce = effectiveOptions(optionsWith()).flatMap(
    ({ path }) => /^accounts\.main\.profile\.(.+)$/.exec(path)?.[1] ?? [],
  );
  expect(inForce.filter((path) => !Object.hasOwn(profileConfidence, path))).toEqual([]);
});

it("has for every recipe, and every built-in mapping, the confidence that is documented", () => {
  const recipes = rows
    .filter(({ head }) => head === "operation")
    .flatMap(({ cells, confidence }) => {
      const said = confidence.split(" / ");
      return codes(cells[0]).map((name, index) => [name, said[index] ?? said.at(-1)] as const);
    });
  expect(Object.fromEntries(recipes)).toEqual(signingConfidence);
  const readings = rows.filter(({ head }) => head === "code").map(({ cells, confidence }) => [cells[0], confidence]);
  expect(readings.map(([code = "", confidence]) => [code.replaceAll("`", ""), confidence])).toEqual(
    builtInReadings.map(({ code, confidence }) => [code, confidence]),
  );
});

it("distinguishes configured and default values, and prints no secret", () => {
  const profile = { capture: { mode: "automatic" }, signing: { fields: { payout: ["request_id"] } } };
  const points = openAssumptions(optionsWith({ profile }), accountWith({ profile }));
  const at = (path: string): unknown => points.find((point) => point.path === path);
  expect(at("capture.mode")).toEqual({ path: "capture.mode", value: "automatic", source: "set", confidence: "0.95" });
  expect(at("capture.multiple")).toMatchObject({ value: "false", source: "default", confidence: null });
  expect(at("signing.fields.payout")).toMatchObject({ value: "request_id", source: "set" });
  expect(at("review.rejectFlag")).toMatchObject({ value: "none", source: "default" });
  expect(JSON.stringify(points)).not.toContain(KEY);
});
