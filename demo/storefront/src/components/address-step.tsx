import type { FormEvent } from "react";
import { useState } from "react";
import { useShop } from "../lib/shop-context";
import { Field } from "./field";

/** Who gets it, and where. */
const EMPTY = {
  email: "",
  first_name: "",
  last_name: "",
  address_1: "",
  city: "",
  postal_code: "",
  country_code: "de",
};
type Form = typeof EMPTY;
type Errors = Partial<Record<keyof Form, string>>;

const WORDS: Record<Exclude<keyof Form, "country_code">, string> = {
  email: "Enter an e-mail address such as ada@example.com.",
  first_name: "Enter your first name.",
  last_name: "Enter your last name.",
  address_1: "Enter street and number.",
  city: "Enter the city.",
  postal_code: "Enter the postal code.",
};

function check(form: Form): Errors {
  const errors: Errors = {};
  if (!/^\S+@\S+\.\S+$/.test(form.email)) errors.email = WORDS.email;
  for (const name of ["first_name", "last_name", "address_1", "city", "postal_code"] as const) {
    if (form[name].trim() === "") errors[name] = WORDS[name];
  }
  return errors;
}

export function AddressStep({ isOpen, onDone }: { isOpen: boolean; onDone: () => void }) {
  const { api, cart, setCart, region } = useShop();
  const [form, setForm] = useState<Form>(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);

  const set = (name: keyof Form) => (value: string) => setForm((current) => ({ ...current, [name]: value }));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = check(form);
    setErrors(found);
    if (Object.keys(found).length > 0 || !cart || isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      const { email, ...address } = form;
      setCart(await api.setAddress(cart.id, email, address));
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The address could not be saved.");
    } finally {
      setBusy(false);
    }
  };

  if (!isOpen) {
    const address = cart?.shipping_address;
    return (
      <section className="step done">
        <h2>1. Address</h2>
        <p>
          {address
            ? `${address.first_name} ${address.last_name}, ${address.address_1}, ${address.postal_code} ${address.city}`
            : ""}
        </p>
      </section>
    );
  }
  return (
    <section className="step">
      <h2>1. Address</h2>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field
          id="email"
          label="E-mail"
          type="email"
          autoComplete="email"
          value={form.email}
          error={errors.email}
          onValue={set("email")}
        />
        <div className="pair">
          <Field
            id="first-name"
            label="First name"
            autoComplete="given-name"
            value={form.first_name}
            error={errors.first_name}
            onValue={set("first_name")}
          />
          <Field
            id="last-name"
            label="Last name"
            autoComplete="family-name"
            value={form.last_name}
            error={errors.last_name}
            onValue={set("last_name")}
          />
        </div>
        <Field
          id="address-1"
          label="Street and number"
          autoComplete="address-line1"
          value={form.address_1}
          error={errors.address_1}
          onValue={set("address_1")}
        />
        <div className="pair">
          <Field
            id="postal-code"
            label="Postal code"
            autoComplete="postal-code"
            value={form.postal_code}
            error={errors.postal_code}
            onValue={set("postal_code")}
          />
          <Field
            id="city"
            label="City"
            autoComplete="address-level2"
            value={form.city}
            error={errors.city}
            onValue={set("city")}
          />
        </div>
        <div className="field">
          <label htmlFor="country">Country</label>
          <select
            id="country"
            data-testid="country"
            autoComplete="country"
            value={form.country_code}
            onChange={(event) => set("country_code")(event.target.value)}
          >
            {region.countries.map(({ iso_2, display_name }) => (
              <option key={iso_2} value={iso_2}>
                {display_name}
              </option>
            ))}
          </select>
        </div>
        <p role="alert" className="problem">
          {failure}
        </p>
        <button className="button" data-testid="save-address" disabled={isBusy}>
          {isBusy ? "Saving…" : "Continue to delivery"}
        </button>
      </form>
    </section>
  );
}
