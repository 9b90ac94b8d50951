import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeMedusa, readMedusa } from "../doctor/judge-medusa";

it("finds the store's Medusa, and that it can do everything", () => {
  const reading = readMedusa(process.cwd());
  expect(reading).toEqual({ version: expect.stringMatching(/^2\.\d+\.\d+/), canWait: true });
  expect(judgeMedusa(reading)).toMatchObject({ check: "Medusa", status: "ok" });
});

it("a Medusa that cannot keep an order waiting fails, with the version that can", () => {
  const finding = judgeMedusa({ version: "2.16.0", canWait: false });
  expect(finding).toMatchObject({ status: "fail", message: expect.stringContaining("Medusa 2.16.0 cannot keep") });
  expect(finding.remedy).toContain("2.17.2");
});

it("a folder without Medusa has no version", () => {
  const folder = mkdtempSync(join(tmpdir(), "acquiring-doctor-medusa-"));
  try {
    expect(readMedusa(folder).version).toBeNull();
    expect(judgeMedusa({ version: null, canWait: true }).message).toContain("the installed Medusa");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
