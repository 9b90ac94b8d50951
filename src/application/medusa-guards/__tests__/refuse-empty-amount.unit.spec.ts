import { refuseEmptyAmount } from "../refuse-empty-amount";

test.each([0, -0, -0.01, -100])("an amount of %s is refused, and is not the whole payment", (amount) => {
  expect(() => {
    refuseEmptyAmount({ amount }, "capture");
  }).toThrow("Capture amount must be greater than 0.");
  expect(() => {
    refuseEmptyAmount({ amount }, "refund");
  }).toThrow("Refund amount must be greater than 0.");
});

test.each([{ amount: 0.01 }, {}, undefined, { amount: "0" }])("%j is core's to judge", (body) => {
  expect(() => {
    refuseEmptyAmount(body, "refund");
  }).not.toThrow();
});
