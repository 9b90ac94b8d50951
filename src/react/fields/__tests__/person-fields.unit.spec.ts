import { PersonInput } from "../../../api-schema/store-payment-choice";
import { personFieldsOf, personFromFields } from "../person-fields";
import { englishPersonLabels } from "../person-labels";

const all = Object.keys(englishPersonLabels);

test("each field has the appropriate keyboard and autocomplete", () => {
  const fields = new Map(personFieldsOf(all).map((field) => [field.path, field]));
  expect(fields.get("person.email")).toMatchObject({ type: "email", autoComplete: "email" });
  expect(fields.get("person.birth_date")).toMatchObject({ type: "date", autoComplete: "bday" });
  expect(fields.get("person.phone_number")).toMatchObject({ type: "tel", autoComplete: "tel-local" });
  expect(fields.get("person.address_postal_code")).toMatchObject({ autoComplete: "postal-code" });
});

test("fields appear once, in the server's order, and unknown paths are ignored", () => {
  const paths = ["person.email", "person.shoe_size", "__proto__", "person.birth_date", "person.email", "bank_code"];
  expect(personFieldsOf(paths).map(({ path }) => path)).toEqual(["person.email", "person.birth_date"]);
});

test("the API schema accepts the person built from all fields", () => {
  const typed = Object.fromEntries(
    personFieldsOf(all).map(({ path, type }) => [
      path,
      type === "date" ? "1990-12-31" : type === "url" ? "https://x.test/id.png" : path.endsWith("country") ? "br" : "x",
    ]),
  );
  const person = personFromFields(typed);
  expect(PersonInput.safeParse(person).success).toBe(true);
  expect(person).toMatchObject({
    birth_date: "1990-12-31",
    address_country: "BR",
    documents: { labels: { bank_account: { bank: { code: "x" } } } },
  });
});

test("empty fields are not sent", () => {
  expect(personFromFields({ "person.email": "  " })).toBeUndefined();
  expect(JSON.parse(JSON.stringify(personFromFields({ "person.email": " ada@example.test " })))).toEqual({
    email: "ada@example.test",
  });
});
