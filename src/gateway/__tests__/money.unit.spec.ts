import { createCurrency, fromMajor, fromWire, toMajor, toWire } from "../money";

const EUR = createCurrency("eur");

test("a euro amount survives the way to the wire and back", () => {
  expect(toWire(fromMajor("10.5", EUR), "two")).toBe("10.50");
  expect(toMajor(fromWire("10.50", EUR))).toBe("10.50");
});
