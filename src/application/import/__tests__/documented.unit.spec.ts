import { codesIn, rowsUnder } from "../../../__tests__/read-document";
import type { ImportKind } from "../import-record";
import { importKinds } from "../import-record";
import { importColumnsOf, requiredImportColumnsOf } from "../record-schemas";

/** The columns of docs/migrating.md are those of the code, in its order. */
test.each<ImportKind>([...importKinds])("the documented columns of %s, and which are required", (kind) => {
  const rows = rowsUnder("docs/migrating.md", `\`${kind}\``, "required");
  const columns = rows.map(([name]) => codesIn(name)[0]);
  expect([...columns].sort()).toEqual([...importColumnsOf(kind)].sort());
  const required = rows.flatMap(([name, isRequired]) => (isRequired === "yes" ? (codesIn(name)[0] ?? "") : []));
  expect(required.sort()).toEqual([...requiredImportColumnsOf(kind)].sort());
});
