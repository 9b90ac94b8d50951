import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { useShop } from "../lib/shop-context";
import { messageOf } from "../lib/store-error";
import { useTask } from "../lib/use-task";
import type { ShippingOption } from "../lib/views";
import type { StepProps } from "./step";
import { Step } from "./step";

/** Shipping options; they depend on the address, so they are read again after each change. */
export function ShippingStep({
  state,
  onChange,
  onDone,
}: Pick<StepProps, "state" | "onChange"> & { onDone: () => void }) {
  const { api, cart, setCart } = useShop();
  const { isBusy, problem, run } = useTask();
  const [options, setOptions] = useState<readonly ShippingOption[] | null>(null);
  const [picked, setPicked] = useState("");
  const [failure, setFailure] = useState("");
  const cartId = cart?.id;
  const currency = cart?.currency ?? "eur";
  const country = cart?.address?.country_code;

  useEffect(() => {
    if (cartId === undefined || country === undefined) return;
    let isGone = false;
    setOptions(null);
    setFailure("");
    api.shippingOptions(cartId, currency).then(
      (found) => !isGone && setOptions(found),
      (error: unknown) => !isGone && setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [api, cartId, currency, country]);

  const offered = options ?? [];
  const saved = offered.find(({ id }) => id === cart?.shippingOptionId);
  const chosen = (offered.find(({ id }) => id === picked) ?? saved ?? offered[0])?.id;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      if (!cart || chosen === undefined) return;
      setCart(await api.setShipping(cart.id, chosen));
      onDone();
    });
  };

  return (
    <Step title="2. Delivery" state={state} onChange={onChange} chosen={saved ? `${saved.name}, ${saved.price}` : ""}>
      <form onSubmit={submit}>
        {options === null && failure === "" ? <p role="status">Loading delivery options…</p> : null}
        {options?.length === 0 ? (
          <p role="status">We do not deliver to this address yet. Please choose another one.</p>
        ) : null}
        <fieldset>
          <legend className="sr">Choose a delivery option</legend>
          {offered.map((option, index) => (
            <label key={option.id} className="choice">
              <input
                type="radio"
                name="shipping"
                data-testid={`shipping-option-${String(index)}`}
                checked={chosen === option.id}
                onChange={() => setPicked(option.id)}
              />
              <span>{option.name}</span>
              <span>{option.price}</span>
            </label>
          ))}
        </fieldset>
        <p role="alert" className="problem">
          {problem || failure}
        </p>
        <button className="button" data-testid="save-shipping" disabled={isBusy || chosen === undefined}>
          {isBusy ? "Saving…" : "Continue to payment"}
        </button>
      </form>
    </Step>
  );
}
