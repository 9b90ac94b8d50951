import { generateEntityId } from "@medusajs/framework/utils";
import { createRowId } from "../ledger/rows/row-id";

const createInboxId = (at: Date): string => createRowId("acqin", at);

const AT = new Date("2026-11-21T10:00:00.123Z");

test("an id has the form of Medusa's own", () => {
  const form = /^acqin_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
  expect(createInboxId(AT)).toMatch(form);
  expect(generateEntityId(undefined, "acqin")).toMatch(form);
});

test("its first part is the time, as Medusa's is", () => {
  const now = new Date();
  const medusas = generateEntityId(undefined, "acqin").slice(0, 13);
  expect(createInboxId(now).slice(0, 13)).toBe(medusas);
  expect(createInboxId(AT) < createInboxId(new Date(AT.getTime() + 1))).toBe(true);
});

test("no two are the same, and every place of the rest is of chance", () => {
  const rests = Array.from({ length: 20_000 }, () => createInboxId(AT).slice(16));
  expect(new Set(rests).size).toBe(20_000);
  for (let place = 0; place < 16; place += 1) expect(new Set(rests.map((rest) => rest[place])).size).toBe(32);
});
