import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { useShop } from "../lib/shop-context";
import type { ShippingOption } from "../lib/store";
import { money } from "../lib/store";

/** How it gets there. */
export function ShippingStep({
  isOpen,
  isReached,
  onDone,
}: {
  isOpen: boolean;
  isReached: boolean;
  onDone: () => void;
}) {
  const { api, cart, setCart } = useShop();
  const [options, setOptions] = useState<readonly ShippingOption[]>([]);
  const [chosen, setChosen] = useState("");
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const cartId = cart?.id;

  useEffect(() => {
    if (!isReached || !cartId) return;
    api.shippingOptions(cartId).then(
      (found) => {
        const sorted = [...found].sort((a, b) => a.amount - b.amount);
        setOptions(sorted);
        setChosen((current) => current || (sorted[0]?.id ?? ""));
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : "No way to deliver was found."),
    );
  }, [api, cartId, isReached]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!cart || !chosen || isBusy) return;
    setBusy(true);
    try {
      setCart(await api.setShipping(cart.id, chosen));
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The delivery could not be saved.");
    } finally {
      setBusy(false);
    }
  };

  if (!isOpen) {
    const name = options.find(({ id }) => id === cart?.shipping_methods[0]?.shipping_option_id)?.name;
    return (
      <section className="step done">
        <h2>2. Delivery</h2>
        <p>{name ?? ""}</p>
      </section>
    );
  }
  return (
    <section className="step">
      <h2>2. Delivery</h2>
      <form onSubmit={(event) => void submit(event)}>
        <fieldset>
          <legend className="sr">Choose a delivery</legend>
          {options.map((option, index) => (
            <label key={option.id} className="choice">
              <input
                type="radio"
                name="shipping"
                data-testid={`shipping-option-${String(index)}`}
                checked={chosen === option.id}
                onChange={() => setChosen(option.id)}
              />
              <span>{option.name}</span>
              <span>{option.amount === 0 ? "free" : money(option.amount, cart?.currency_code ?? "eur")}</span>
            </label>
          ))}
        </fieldset>
        <p role="alert" className="problem">
          {failure}
        </p>
        <button className="button" data-testid="save-shipping" disabled={isBusy || !chosen}>
          {isBusy ? "Saving…" : "Continue to payment"}
        </button>
      </form>
    </section>
  );
}
