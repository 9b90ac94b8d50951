import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { useShop } from "../lib/shop-context";
import type { Product } from "../lib/store";
import { money } from "../lib/store";

/** The shop window. */
export function HomePage() {
  const { api, region } = useShop();
  const [products, setProducts] = useState<readonly Product[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    api.products(region.id).then(setProducts, (error: unknown) => setFailure(String(error)));
  }, [api, region.id]);

  return (
    <>
      <section className="hero">
        <h1>Thrown by hand, fired once, used every day.</h1>
        <p>Stoneware from a small workshop by the harbour.</p>
      </section>
      {failure ? <p role="alert">{failure}</p> : null}
      {products?.length === 0 ? <p>No products yet. Add some in the dashboard, and they appear here.</p> : null}
      <ul className="grid">
        {(products ?? []).map((product) => {
          const price = product.variants[0]?.calculated_price;
          return (
            <li key={product.id}>
              <Link to={`/products/${product.handle}`} className="card" data-testid={`product-card-${product.handle}`}>
                <img src={`/products/${product.handle}.svg`} alt="" />
                <span className="name">{product.title}</span>
                <span className="price">{price ? money(price.calculated_amount, price.currency_code) : ""}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
