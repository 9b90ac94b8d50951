import { ViolationLog } from "../violation-log";

const HOUR = 3_600_000;
const violation = (blocked: string, page = "/checkout") => ({ directive: "script-src-elem", blocked, page });

test("the same violation is logged once an hour, on whatever page, and others meanwhile", () => {
  const log = new ViolationLog();
  const line = "directive=script-src-elem blocked=https://skimmer.example page=/checkout";
  expect(log.line(violation("https://skimmer.example"), 0)).toBe(line);
  expect(log.line(violation("inline"), 1)).toContain("blocked=inline");
  expect(log.line(violation("https://skimmer.example", "/cart"), HOUR - 1)).toBeNull();
  expect(log.line(violation("https://skimmer.example"), HOUR)).toBe(line);
});

test("a flood of different violations writes fifty lines an hour and one that says so", () => {
  const log = new ViolationLog();
  const lines = Array.from({ length: 10_000 }, (_, at) =>
    log.line(violation(`https://${String(at)}.example`), at / 100),
  );
  const written = lines.filter((line) => line !== null);
  expect(written).toHaveLength(51);
  expect(written.at(-1)).toBe("more=ignored");
  expect(log.line(violation("https://0.example"), HOUR)).not.toBeNull();
});
