const { default: Sequencer } = require("@jest/test-sequencer");

/** Without measured times jest runs large files first. A group is a small file that runs for minutes: it runs before them. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isGroup = ({ path }) => /[\\/]groups[\\/]/.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter(isGroup), ...sorted.filter((test) => !isGroup(test))];
  }
};
