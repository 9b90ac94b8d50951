import { join } from "node:path";
import { shareStore } from "./boot";
import groups from "./store-groups.json";

/**
 * Runs several spec files of `integration-tests/http` in one store, which saves five seconds of CPU time for each of
 * them. Every file begins with the rows of a new store. A whole run takes the groups and leaves their members out
 * (`jest.config.js`); a run of named files takes the files.
 */
export function runGroup(name: keyof typeof groups): void {
  shareStore(`group_${name}`, groups[name].length);
  for (const member of groups[name])
    describe(member, () => {
      jest.requireActual(join(__dirname, "../http", `${member}.spec`));
    });
}
