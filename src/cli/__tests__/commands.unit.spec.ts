import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import golden from "../../gateway/__tests__/golden-signatures.json";
import { KEY, optionsWith } from "../../gateway/__tests__/fixtures";
import * as doctor from "../doctor";
import * as overview from "../overview";
import * as privacy from "../privacy";
import * as profile from "../profile";
import * as recover from "../recover";
import { numbersIn } from "../recover/numbers-in";
import * as signature from "../signature";

/** The commands in this process, in a store's folder, with their output. */
let folder: string;
let before: string;
let out: string[];
let err: string[];

beforeEach(() => {
  before = process.cwd();
  folder = mkdtempSync(join(tmpdir(), "acquiring-command-"));
  const plugins = [{ resolve: "medusa-payment-acquiring", options: optionsWith() }];
  writeFileSync(join(folder, "medusa-config.js"), `module.exports = ${JSON.stringify({ plugins })};`);
  process.chdir(folder);
  [out, err] = [[], []];
  jest.spyOn(console, "log").mockImplementation((text: string) => void out.push(text));
  jest.spyOn(console, "error").mockImplementation((text: string) => void err.push(text));
});
afterEach(() => {
  jest.restoreAllMocks();
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
  delete process.env.A_KEY;
});

const said = (): string => [...out, ...err].join("\n");

it.each(Object.entries({ doctor, overview, privacy, profile, recover, signature }))(
  "%s has help, and ends with 2 on wrong usage",
  async (name, { run, HELP }) => {
    expect(await run(["--help"])).toBe(0);
    expect(out).toEqual([HELP]);
    expect(HELP).toMatch(new RegExp(`^medusa-payment-acquiring ${name} .*Exit codes: `, "s"));
    expect(await run(["--wings"])).toBe(2);
    expect(err.join()).toContain("--wings");
  },
);

it("recover refuses contradictory arguments, and finds our order numbers in any export", async () => {
  expect(await recover.run(["--since", "yesterday"])).toBe(2);
  expect(await recover.run(["--done", "--dry-run"])).toBe(2);
  expect(said()).toContain("--since takes a time like");
  const [one, two] = ["acq_01JD8ZK5X0ABCDEFGHJKMNPQRS", "acq_01JD8ZK5X0ABCDEFGHJKMNPQRT"];
  const file = `Order;Amount\r\n"${one}";100,00\r\n${two}\n${one}\nacq_test_01JD8ZK5X0\nX${two}`;
  expect(numbersIn(file)).toEqual([one, two]);
});

it("privacy names one person, keeps no personal data in a reason, and does nothing without a command", async () => {
  for (const [args, problem] of [
    [[], "privacy takes one of"],
    [["forget"], "privacy takes one of"],
    [["find"], "Name one of"],
    [["erase", "--email", "a@example.test", "--customer", "cus_1", "--reason", "Asked."], "Name one of"],
    [["erase", "--email", "a@example.test"], "--reason needs"],
    [["erase", "--email", "a@example.test", "--reason", "Asked by a@example.test"], "kept permanently"],
    [["hold", "--order", "order_1", "--reason", "Lawsuit", "--until", "soon"], "--until takes a time"],
    [["release"], "--hold ID"],
  ] as const) {
    [out, err] = [[], []];
    expect(await privacy.run(args)).toBe(2);
    expect(said()).toContain(problem);
  }
});

function sample(): string {
  const [vector] = golden;
  const file = join(folder, "captured.json");
  writeFileSync(file, JSON.stringify({ ...vector?.fields, encryption_data: vector?.digest }));
  return file;
}

it("signature names the recipe, takes the key from the environment or a file, and prints neither key nor card", async () => {
  process.env.A_KEY = KEY;
  expect(await signature.run(["--key-env", "A_KEY", sample()])).toBe(0);
  expect(said()).toContain("The default options create this signature");
  const keyFile = join(folder, "key");
  writeFileSync(keyFile, `${KEY}\n`);
  expect(await signature.run(["--key-file", keyFile, "--json", sample()])).toBe(0);
  expect(said()).not.toMatch(/golden-key|4111111111111111/);
});

it("signature ends with 1 when no recipe fits, and with 2 when there is no key", async () => {
  process.env.A_KEY = "a-key-nobody-gave-us";
  expect(await signature.run(["--key-env", "A_KEY", sample()])).toBe(1);
  expect(said()).toContain("No recipe that the options can express");
  expect(await signature.run(["--key-env", "NO_SUCH_KEY", sample()])).toBe(2);
});

it("profile shows the effective values, and only the uncertain ones on request", async () => {
  expect(await profile.run(["--json", "--below", "0.3"])).toBe(0);
  expect(JSON.parse(out.join())).toEqual([expect.objectContaining({ path: "fields.riskCookie", confidence: "0.2" })]);
  expect(await profile.run(["--account", "other"])).toBe(2);
  expect(await profile.run(["--below", "many"])).toBe(2);
});

it("profile lists nothing below the lowest confidence", async () => {
  expect(await profile.run(["--json", "--below", "0"])).toBe(0);
  expect(JSON.parse(out.join())).toEqual([]);
});
