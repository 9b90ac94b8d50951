import { join } from "node:path";
import { noteCopy } from "../single-installation";

test("one copy of the package is valid, however often it is loaded; a second one is reported with its version", () => {
  const process = {};
  const here = join(__dirname, "../../../..");
  expect(noteCopy(process, here)).toBeNull();
  expect(noteCopy(process, here)).toBeNull();
  expect(noteCopy(process, "/elsewhere/src")).toMatch(
    /^medusa-payment-acquiring: the package is loaded twice \(\d+\.\d+\.\d+ in .+ and an unknown version in \/elsewhere\/src\)\. Install one version in one place/,
  );
});
