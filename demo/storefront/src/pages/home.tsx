import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { Picture } from "../components/picture";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";
import { messageOf } from "../lib/store-error";
import type { Product } from "../lib/views";

export function HomePage() {
  const { api, regionId } = useShop();
  const [products, setProducts] = useState<readonly Product[] | null>(null);
  const [failure, setFailure] = useState("");
  usePageTitle("");

  useEffect(() => {
    api.products(regionId).then(setProducts, (error: unknown) => setFailure(messageOf(error)));
  }, [api, regionId]);

  return (
    <>
      <section className="hero">
        <h1>Thrown by hand, fired once, used every day.</h1>
        <p>Stoneware from a small workshop by the harbour, glazed in ash and sea.</p>
      </section>
      <p role="alert" className="problem">
        {failure}
      </p>
      {products === null && failure === "" ? <p role="status">Unpacking the kiln…</p> : null}
      {products?.length === 0 ? <p>No products yet. Add some in the dashboard, and they appear here.</p> : null}
      <ul className="grid">
        {(products ?? []).map((product) => (
          <li key={product.id}>
            <Link to={`/products/${product.handle}`} className="card" data-testid={`product-card-${product.handle}`}>
              <Picture handle={product.handle} />
              <span className="name">{product.title}</span>
              <span className="price">{product.price}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
