import { asciiDigits, cardBrand, formatCardNumber, formatExpiry, parseExpiry } from "../card";

describe("a card number", () => {
  it.each([
    ["4111", "visa"],
    ["5105 1051", "mastercard"],
    ["2221 00", "mastercard"],
    ["2720 99", "mastercard"],
    ["2721", null],
    ["2220", null],
    ["34", "amex"],
    ["37-8282", "amex"],
    ["6011", "discover"],
    ["644", "discover"],
    ["305", "diners"],
    ["36", "diners"],
    ["3528", "jcb"],
    ["62", "unionpay"],
    ["", null],
    ["9", null],
  ])("%s has the brand %s", (typed, brand) => {
    expect(cardBrand(typed)).toBe(brand);
  });

  it.each([
    ["4111111111111111", "4111 1111 1111 1111"],
    ["4111 1", "4111 1"],
    ["4111", "4111"],
    ["4111-1111-1111-1111-234", "4111 1111 1111 1111 234"],
    ["41111111111111112345678", "4111 1111 1111 1111 234"],
    ["378282246310005", "3782 822463 10005"],
    ["37828", "3782 8"],
    ["٤١١١١", "4111 1"],
    ["۳۷۸۲۸", "3782 8"],
    ["４１１１　１", "4111 1"],
    ["no digits", ""],
  ])("%s is formatted as %s", (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it("is unchanged if formatted twice", () => {
    const once = formatCardNumber("378282246310005");
    expect(formatCardNumber(once)).toBe(once);
  });
});

describe("an expiry", () => {
  it.each([
    ["1", "1"],
    ["12", "12"],
    ["122", "12 / 2"],
    ["1229", "12 / 29"],
    ["12/2029", "12 / 2029"],
    ["3", "03"],
    ["329", "03 / 29"],
    ["1/", "01"],
    ["1/29", "01 / 29"],
    ["12 / ", "12"],
    ["١٢٢٩", "12 / 29"],
    ["۳", "03"],
    ["１／２９", "01 / 29"],
    ["", ""],
  ])("%s is formatted as %s", (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it.each([
    ["12 / 29", { month: "12", year: "2029" }],
    ["1/29", { month: "01", year: "2029" }],
    ["0129", { month: "01", year: "2029" }],
    ["12/2031", { month: "12", year: "2031" }],
    ["٠١ / ٢٩", { month: "01", year: "2029" }],
    ["۱۲/۲۰۳۱", { month: "12", year: "2031" }],
    ["１２／２９", { month: "12", year: "2029" }],
    ["13 / 29", null],
    ["00 / 29", null],
    ["12 / 2", null],
    ["12 / 1999", null],
    ["", null],
  ])("%s is parsed as %o", (typed, expiry) => {
    expect(parseExpiry(typed)).toEqual(expiry);
  });
});

describe("digits of other scripts", () => {
  it.each(["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "０１２３４５６７８９"])(
    "%s are those of ASCII, at the same places",
    (digits) => {
      expect(asciiDigits(`a ${digits}/`)).toBe("a 0123456789/");
    },
  );
});
