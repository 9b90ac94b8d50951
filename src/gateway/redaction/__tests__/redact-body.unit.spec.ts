import { holdsCardNumber } from "../card-text";
import { redactBody } from "../redact-body";

/** What is stored of a message of the gateway that carries a whole card number or a security code. */
const CARD = "4111111111111111";
const MASK = "411111******1111";
const redacted = (text: string): string => redactBody(Buffer.from(text))?.toString() ?? "unchanged";

test.each([
  ["a form", `order_no=A1&card=${CARD}&amount=10.00`, `order_no=A1&card=${MASK}&amount=10.00`],
  ["a form with groups", "card=4111+1111-1111+1111&a=1", "card=4111+11**-****+1111&a=1"],
  ["an encoded form", "note=%34111%31111%31111%31111", `note=${MASK}`],
  ["a form's security code", "security_code=123&cvv=1234&code=1000", "security_code=***&cvv=***&code=1000"],
  ["an American Express card", "x=378282246310005", "x=378282*****0005"],
  ["a number in words", `message=Declined+for+${CARD}.`, `message=Declined+for+${MASK}.`],
  ["JSON", `{"order_no": "A1", "card": "${CARD}", "n": 10.00}`, `{"order_no": "A1", "card": "${MASK}", "n": 10.00}`],
  ["a JSON number", `{"card":${CARD}}`, `{"card":"${MASK}"}`],
  ["JSON with escapes", `{"note":"\\u0034111111111111111"}`, `{"note":"${MASK}"}`],
  ["JSON in JSON", `{"data":"{\\"card\\":\\"${CARD}\\"}"}`, `{"data":"{\\"card\\":\\"${MASK}\\"}"}`],
  ["a list of references", `{"reference":[{"a":"x"},"${CARD}"]}`, `{"reference":[{"a":"x"},"${MASK}"]}`],
  ["a list after an object", `{"a":[{"id":"1"},"${CARD}"]}`, `{"a":[{"id":"1"},"${MASK}"]}`],
  ["nested JSON", `{"a":[{"security_code":"123"}]}`, `{"a":[{"security_code":"***"}]}`],
  ["XML", `<r><order_no>A1</order_no><card>${CARD}</card></r>`, `<r><order_no>A1</order_no><card>${MASK}</card></r>`],
  ["XML with CDATA", `<r><card><![CDATA[${CARD}]]></card></r>`, `<r><card><![CDATA[${MASK}]]></card></r>`],
  ["an attribute", `<r card="${CARD}" cvv='123'/>`, `<r card="${MASK}" cvv='***'/>`],
  ["entities", "<r><card>&#52;11111111111111&#x31;</card></r>", `<r><card>${MASK}</card></r>`],
  ["a prefix", `<n:security_code>123</n:security_code>`, `<n:security_code>***</n:security_code>`],
  [
    "XML in a form",
    `xml=%3Cr%3E%3Ccard%3E${CARD}%3C%2Fcard%3E%3C%2Fr%3E`,
    `xml=%3Cr%3E%3Ccard%3E${MASK}%3C%2Fcard%3E%3C%2Fr%3E`,
  ],
  ["an address in a field", "url=https%3A%2F%2Fx%2F%3Fc%3D4111%2525201111", "unchanged"],
  ["a card field whose check digit is wrong", "card=4111111111111112", "card=411111******1112"],
  ["no message at all", `card ${CARD}`, `card ${MASK}`],
])("%s is stored without it", (_, sent, kept) => {
  expect(redacted(sent)).toBe(kept);
});

test.each([
  ["a masked card", `order_no=A1&card=${MASK}`],
  ["numbers that only look like one", `trans_id=${CARD}&order_no=${CARD}&notify_time=1795000000000&sign_info=${CARD}`],
  ["a code of a status", "order_status=1&result_info=1000:success&code=123"],
  ["a phone number", "shopper_phone=4915112345678901"],
])("%s is stored unchanged", (_, sent) => {
  expect(redactBody(Buffer.from(sent))).toBeNull();
});

test("bytes that are not UTF-8 are stored unchanged", () => {
  const head = Buffer.from([0xff, 0xfe, 0xe9]);
  const body = Buffer.concat([Buffer.from("name="), head, Buffer.from(`&card=${CARD}`)]);
  const kept = redactBody(body);
  expect(kept?.subarray(5, 8)).toEqual(head);
  expect(kept?.toString("latin1")).toContain(MASK);
});

test.each([
  CARD,
  "4111 1111 1111 1111",
  "4111.1111.1111.1111",
  "4111/1111/1111/1111",
  "4111+1111+1111+1111",
  "4111%201111%201111%201111",
  "4111%2D1111%2D1111%2D1111",
  "4111%2520111111111111",
  "%34111111111111111",
  "４１１１１１１１１１１１１１１１",
  "٤١١١١١١١١١١١١١١١",
  "4111\u200b1111\u200b1111\u200b1111",
  "4111\u20131111\u20131111\u20131111",
  "4111\n1111\t1111 1111",
  "https://shop.example/done?card=4111111111111111&a=1",
  "3782.822463.10005",
])("%j contains a card number", (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

test.each([
  "1795000000000",
  "+49 151 1234 5678 90",
  "2026-11-24T10:00:00.000Z",
  "DE89370400440532013000",
  "DE89 3704 0044 0532 0130 00",
  "order_01KAVQ2W7M3N4P5Q6R7S8T9V0W",
  "411111******1111",
  "192.168.100.200",
  "https://shop.example/done?order=100023&t=1795000000000",
  "4111.1111",
  "4111.1111.1111.1112",
])("%j contains none", (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});
