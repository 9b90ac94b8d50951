import { monthsThatEnd } from "../expiring-cards";

/** Cards are valid until the end of their month. */
test.each([
  ["2027-02-07T23:59:59.999Z", 21, []],
  ["2027-02-08T00:00:00.000Z", 21, ["2027-02"]],
  ["2027-02-28T23:59:59.999Z", 1, ["2027-02"]],
  ["2027-03-01T00:00:00.000Z", 21, []],
  ["2027-12-31T12:00:00.000Z", 31, ["2027-12"]],
  ["2028-01-30T00:00:00.000Z", 31, ["2028-01", "2028-02"]],
])("%s, %i days before: %j", (now, days, months) => {
  expect(monthsThatEnd(new Date(now), days).map(({ year, month }) => `${year}-${month}`)).toEqual(months);
});
