import { RetentionKind } from "../../../../api-schema/admin";
import { PERSONAL_TABLES } from "../../../../modules/acquiring";
import { RetentionOptions } from "../../../../options/attention-options";
import type { Translate } from "../../texts";
import { blockerText, RETENTION_OPTIONS, SECTIONS, sectionCounts, sectionName } from "../privacy-texts";
import { aBlocker, aHold, aSummary } from "./privacy-examples";

const t: Translate = (key, values) => `${key} ${String(values?.name ?? "")}`.trim();

test("every section that the server counts has a name, and no other", () => {
  const titles = PERSONAL_TABLES.flatMap(([, { title, of }]) => (title === null || of === null ? [] : [title]));
  expect([...SECTIONS].sort()).toEqual([...titles].sort());
  expect(sectionName(t, "payments")).toBe("privacy.section.payments");
  expect(sectionName(t, "acquiring_new")).toBe("acquiring_new");
});

test("every kind of retention names its option", () => {
  expect(Object.keys(RETENTION_OPTIONS).sort()).toEqual([...RetentionKind.options].sort());
  const options = Object.keys(RetentionOptions.parse({})).map((name) => `retention.${name}`);
  expect(Object.values(RETENTION_OPTIONS).filter((option) => !options.includes(option))).toEqual([]);
});

test("what is stored is counted beside what an erasure would change", () => {
  expect(
    sectionCounts(aSummary({ sections: { acquiring_new: 1, legal_holds: 1, payments: 3 }, to_erase: { payments: 2 } })),
  ).toEqual([
    { name: "payments", stored: 3, toErase: 2 },
    { name: "legal_holds", stored: 1, toErase: 0 },
    { name: "acquiring_new", stored: 1, toErase: 0 },
  ]);
});

test("a blocker is called as people know it", () => {
  expect(blockerText(t, aBlocker())).toBe("privacy.blocker.payment_authorised A1");
  const item = aBlocker({ kind: "attention_open", name: "acqatn_1", attention_kind: "drift" });
  expect(blockerText(t, item)).toBe("privacy.blocker.attention_open attention.name.drift");
  const hold = aBlocker({ kind: "legal_hold", name: "acqhld_1", id: "acqhld_1" });
  expect(blockerText(t, hold, aHold())).toBe("privacy.blocker.legal_hold Lawsuit 12");
  expect(blockerText(t, hold)).toBe("privacy.blocker.legal_hold acqhld_1");
});
