import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { useShop } from "../lib/shop-context";
import type { Product } from "../lib/store";
import { money } from "../lib/store";
import { NotFoundPage } from "./not-found";

/** One product, and the button that puts it into the cart. */
export function ProductPage() {
  const { handle = "" } = useParams();
  const { api, region, add } = useShop();
  const [product, setProduct] = useState<Product | null | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [note, setNote] = useState("");

  useEffect(() => {
    api.products(region.id, handle).then(
      ([first]) => setProduct(first ?? null),
      () => setProduct(null),
    );
  }, [api, region.id, handle]);

  if (product === undefined) return <p role="status">Loading…</p>;
  if (product === null) return <NotFoundPage />;
  const [variant] = product.variants;
  const price = variant?.calculated_price;

  const put = async (): Promise<void> => {
    if (!variant || isBusy) return;
    setBusy(true);
    try {
      await add(variant.id);
      setNote(`${product.title} is in your cart.`);
    } catch (error) {
      setNote(error instanceof Error ? error.message : "It could not be added.");
    } finally {
      setBusy(false);
    }
  };

  return (
    <article className="product">
      <img src={`/products/${product.handle}.svg`} alt={product.title} />
      <div>
        <h1>{product.title}</h1>
        <p className="price">{price ? money(price.calculated_amount, price.currency_code) : ""}</p>
        <p>{product.description}</p>
        <button className="button" data-testid="add-to-cart" onClick={() => void put()} disabled={isBusy || !variant}>
          {isBusy ? "Adding…" : "Add to cart"}
        </button>
        <p role="status" aria-live="polite" className="note">
          {note} {note ? <Link to="/cart">Go to cart</Link> : null}
        </p>
      </div>
    </article>
  );
}
