import type { Acquiring } from "medusa-payment-acquiring/sdk";
import { createAcquiring } from "medusa-payment-acquiring/sdk";
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { loadConfig } from "./config";
import type { Cart, Region } from "./store";
import { StoreApi, StoreApiError } from "./store";

/** The shop's shared state: the store API, the payment client, the region and the cart. */
export interface Shop {
  readonly api: StoreApi;
  readonly acquiring: Acquiring;
  readonly region: Region;
  readonly cart: Cart | null;
  setCart(cart: Cart | null): void;
  add(variantId: string): Promise<void>;
  reload(): Promise<Cart | null>;
}

const Context = createContext<Shop | null>(null);
const CART_KEY = "ler-og-sand-cart";

export function useShop(): Shop {
  const shop = useContext(Context);
  if (!shop) throw new Error("useShop needs ShopProvider above it.");
  return shop;
}

type Loaded = Pick<Shop, "api" | "acquiring" | "region">;

export function ShopProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [cart, keepCart] = useState<Cart | null>(null);

  const setCart = useCallback((next: Cart | null) => {
    if (next) localStorage.setItem(CART_KEY, next.id);
    else localStorage.removeItem(CART_KEY);
    keepCart(next);
  }, []);

  useEffect(() => {
    load()
      .then(async (parts) => {
        const id = localStorage.getItem(CART_KEY);
        if (id) keepCart(await openCart(parts.api, id));
        setLoaded(parts);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : "The shop could not be opened."));
  }, []);

  const shop = useMemo<Shop | null>(() => {
    if (!loaded) return null;
    const { api, region } = loaded;
    return {
      ...loaded,
      cart,
      setCart,
      add: async (variantId) => {
        const current = cart ?? (await api.createCart(region.id));
        setCart(await api.addItem(current.id, variantId));
      },
      reload: async () => {
        if (!cart) return null;
        const fresh = await api.cart(cart.id);
        setCart(fresh);
        return fresh;
      },
    };
  }, [loaded, cart, setCart]);

  if (failure) {
    return (
      <main className="page narrow">
        <h1>The shop is closed for a moment</h1>
        <p role="alert">{failure}</p>
        <button className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </main>
    );
  }
  if (!shop)
    return (
      <p className="loading" role="status">
        <span className="spinner" aria-hidden="true" /> Opening the shop…
      </p>
    );
  return <Context.Provider value={shop}>{children}</Context.Provider>;
}

async function load(): Promise<Loaded> {
  const config = await loadConfig();
  const api = new StoreApi(config);
  const [region] = await api.regions();
  if (!region) throw new Error("The shop has no region yet. Add one in the dashboard.");
  return { api, acquiring: createAcquiring(config), region };
}

/** A cart that is gone or finished is forgotten. */
async function openCart(api: StoreApi, id: string): Promise<Cart | null> {
  try {
    return await api.cart(id);
  } catch (error) {
    if (error instanceof StoreApiError && error.status > 0) {
      localStorage.removeItem(CART_KEY);
      return null;
    }
    throw error;
  }
}
