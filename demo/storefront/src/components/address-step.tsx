import type { FormEvent } from "react";
import { useState } from "react";
import { homeCountry, useShop } from "../lib/shop-context";
import { useTask } from "../lib/use-task";
import type { Address } from "../lib/views";
import { Field } from "./field";
import type { StepProps } from "./step";
import { Step } from "./step";

/** E-mail address and shipping address. */
type Form = Address & { readonly email: string };
type TextField = Exclude<keyof Form, "country_code">;
type Errors = Partial<Record<TextField, string>>;

const FIELDS: readonly TextField[] = ["email", "first_name", "last_name", "address_1", "postal_code", "city"];

const WHAT_TO_ENTER: Readonly<Record<TextField, string>> = {
  email: "Enter an e-mail address such as ada@example.com.",
  first_name: "Enter your first name.",
  last_name: "Enter your last name.",
  address_1: "Enter street and number.",
  postal_code: "Enter the postal code.",
  city: "Enter the city.",
};

function check(form: Form): Errors {
  const errors: Errors = {};
  for (const name of FIELDS) {
    const isGood = name === "email" ? /^\S+@\S+\.\S+$/.test(form.email.trim()) : form[name].trim() !== "";
    if (!isGood) errors[name] = WHAT_TO_ENTER[name];
  }
  return errors;
}

export function AddressStep({
  state,
  onChange,
  onDone,
}: Pick<StepProps, "state" | "onChange"> & { onDone: () => void }) {
  const { api, cart, customer, setCart, countries, regionId } = useShop();
  const { isBusy, problem, run } = useTask();
  const [errors, setErrors] = useState<Errors>({});
  const [form, setForm] = useState<Form>(() => ({
    email: cart?.email || (customer?.email ?? ""),
    ...(cart?.address ?? {
      first_name: "",
      last_name: "",
      address_1: "",
      postal_code: "",
      city: "",
      country_code: homeCountry(countries)?.code ?? "",
    }),
  }));

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = check(form);
    setErrors(found);
    const wrong = FIELDS.find((name) => found[name] !== undefined);
    if (wrong) {
      document.getElementById(idOf(wrong))?.focus();
      return;
    }
    void run(async () => {
      if (!cart) return;
      const { email, ...address } = form;
      const region = countries.find(({ code }) => code === address.country_code)?.regionId ?? regionId;
      setCart(await api.setAddress(cart, email.trim(), address, region));
      onDone();
    });
  };

  const field = (name: TextField, label: string, autoComplete: string, type = "text") => (
    <Field
      id={idOf(name)}
      label={label}
      type={type}
      autoComplete={autoComplete}
      maxLength={100}
      value={form[name]}
      error={errors[name]}
      onValue={(value) => setForm((current) => ({ ...current, [name]: value }))}
    />
  );

  return (
    <Step title="1. Address" state={state} onChange={onChange} chosen={cart?.address ? lineOf(cart.address) : ""}>
      <form onSubmit={submit} noValidate>
        {field("email", "E-mail", "email", "email")}
        <div className="pair">
          {field("first_name", "First name", "given-name")}
          {field("last_name", "Last name", "family-name")}
        </div>
        {field("address_1", "Street and number", "address-line1")}
        <div className="pair">
          {field("postal_code", "Postal code", "postal-code")}
          {field("city", "City", "address-level2")}
        </div>
        <div className="field">
          <label htmlFor="country">Country</label>
          <select
            id="country"
            data-testid="country"
            autoComplete="country"
            value={form.country_code}
            onChange={({ target }) => setForm((current) => ({ ...current, country_code: target.value }))}
          >
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <p role="alert" className="problem">
          {problem}
        </p>
        <button className="button" data-testid="save-address" disabled={isBusy}>
          {isBusy ? "Saving…" : "Continue to delivery"}
        </button>
      </form>
    </Step>
  );
}

const idOf = (name: TextField): string => name.replaceAll("_", "-");

const lineOf = ({ first_name, last_name, address_1, postal_code, city }: Address): string =>
  `${first_name} ${last_name}, ${address_1}, ${postal_code} ${city}`;
