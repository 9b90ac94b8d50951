import { generateEntityId } from "@medusajs/framework/utils";
import { createRowId } from "../ledger/rows/row-id";

const createInboxId = (at: Date): string => createRowId("acqin", at);

const AT = new Date("2026-11-21T10:00:00.123Z");

test("an ID has Medusa's format", () => {
  const form = /^acqin_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
  expect(createInboxId(AT)).toMatch(form);
  expect(generateEntityId(undefined, "acqin")).toMatch(form);
});

test("its first part is the time, like Medusa's", () => {
  const now = new Date();
  const medusas = generateEntityId(undefined, "acqin").slice(0, 13);
  expect(createInboxId(now).slice(0, 13)).toBe(medusas);
  expect(createInboxId(AT) < createInboxId(new Date(AT.getTime() + 1))).toBe(true);
});

test("no two are equal, and the rest is random", () => {
  const rests = Array.from({ length: 20_000 }, () => createInboxId(AT).slice(16));
  expect(new Set(rests).size).toBe(20_000);
  for (let place = 0; place < 16; place += 1) expect(new Set(rests.map((rest) => rest[place])).size).toBe(32);
});
