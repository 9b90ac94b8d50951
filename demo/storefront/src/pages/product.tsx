import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { LinePlan } from "../components/line-plan";
import { Picture } from "../components/picture";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";
import { messageOf } from "../lib/store-error";
import { usePlans } from "../lib/use-plans";
import { useTask } from "../lib/use-task";
import type { Product } from "../lib/views";
import { NotFoundPage } from "./not-found";

/** One product, with an add-to-cart button. */
export function ProductPage() {
  const { handle = "" } = useParams();
  const { api, regionId, add } = useShop();
  const { isBusy, problem, run } = useTask();
  const [product, setProduct] = useState<Product | null | undefined>(undefined);
  const [failure, setFailure] = useState("");
  const [hasAdded, setAdded] = useState(false);
  const plans = usePlans([product?.variantId ?? null], product?.currency ?? "");
  usePageTitle(product?.title ?? "");

  useEffect(() => {
    let isGone = false;
    setProduct(undefined);
    setAdded(false);
    api.products(regionId, handle).then(
      ([first]) => !isGone && setProduct(first ?? null),
      (error: unknown) => !isGone && setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [api, regionId, handle]);

  if (failure !== "") return <p role="alert">{failure}</p>;
  if (product === undefined) return <p role="status">Taking it off the shelf…</p>;
  if (product === null) return <NotFoundPage />;
  const { variantId } = product;
  const isPlan = variantId !== null && plans?.has(variantId) === true;

  const put = (): void => {
    if (variantId === null) return;
    setAdded(false);
    void run(async () => {
      await add(variantId);
      setAdded(true);
    });
  };

  return (
    <article className="product">
      <Picture handle={product.handle} alt={product.title} />
      <div>
        <h1>{product.title}</h1>
        {isPlan ? (
          <LinePlan line={{ variantId, quantity: 1 }} plans={plans} />
        ) : (
          <p className="price">{product.price}</p>
        )}
        <p>{product.description}</p>
        <button
          type="button"
          className="button"
          data-testid="add-to-cart"
          onClick={put}
          disabled={isBusy || variantId === null}
        >
          {isBusy ? "Adding…" : isPlan ? "Subscribe" : "Add to cart"}
        </button>
        <p role="alert" className="problem">
          {problem}
        </p>
        <p role="status" className="note">
          {hasAdded ? (
            <>
              {product.title} is in your cart. <Link to="/cart">Go to cart</Link>
            </>
          ) : null}
        </p>
      </div>
    </article>
  );
}
