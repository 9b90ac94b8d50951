/** A guard that is removed by one change of one file; `where`: the tests that must notice, as in list.cjs. */
const edit = (name, protects, [file, find, replace], where) => ({
  name,
  protects,
  patches: [{ file, find, replace }],
  ...where,
});

module.exports = { edit };
