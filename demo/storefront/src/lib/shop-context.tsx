import type { Acquiring } from "medusa-payment-acquiring/sdk";
import { createAcquiring } from "medusa-payment-acquiring/sdk";
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { Closed, Opening } from "../components/opening";
import { loadConfig } from "./config";
import { keepCartId, keptCartId } from "./kept-cart";
import { messageOf, StoreApi, StoreApiError } from "./store";
import type { Cart, Country, Order } from "./views";

/** The shop's shared state: the store API, the payment client, where it delivers, and the cart. */
export interface Shop {
  readonly api: StoreApi;
  readonly acquiring: Acquiring;
  /** The region whose prices are shown before there is an address. */
  readonly regionId: string;
  readonly countries: readonly Country[];
  readonly cart: Cart | null;
  /** An order that was placed while nobody looked, for example by the server after the tab was closed. */
  readonly placed: Order | null;
  setCart(cart: Cart | null): void;
  setPlaced(order: Order | null): void;
  add(variantId: string): Promise<void>;
}

type Loaded = Pick<Shop, "api" | "acquiring" | "regionId" | "countries">;

const Context = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(Context);
  if (!shop) throw new Error("useShop needs ShopProvider above it.");
  return shop;
}

export function ShopProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState("");
  const [cart, showCart] = useState<Cart | null>(null);
  const [placed, setPlaced] = useState<Order | null>(null);

  const setCart = useCallback((next: Cart | null) => {
    keepCartId(next?.id ?? null);
    showCart(next);
  }, []);

  useEffect(() => {
    let isGone = false;
    const open = async (): Promise<void> => {
      const parts = await load();
      const found = await openCart(parts.api);
      if (isGone) return;
      setCart(found.cart);
      setPlaced(found.placed);
      setLoaded(parts);
    };
    open().catch((error: unknown) => setFailure(messageOf(error)));
    return () => {
      isGone = true;
    };
  }, [setCart]);

  const shop = useMemo<Shop | null>(() => {
    if (!loaded) return null;
    const { api, regionId } = loaded;
    const add = async (variantId: string): Promise<void> => {
      const current = cart ?? (await api.createCart(regionId));
      setCart(await api.addItem(current.id, variantId));
    };
    return { ...loaded, cart, placed, setCart, setPlaced, add };
  }, [loaded, cart, placed, setCart]);

  if (failure !== "") return <Closed reason={failure} />;
  if (!shop) return <Opening />;
  return <Context.Provider value={shop}>{children}</Context.Provider>;
}

async function load(): Promise<Loaded> {
  const config = await loadConfig();
  const api = new StoreApi(config);
  const countries = await api.countries();
  const home = homeCountry(countries);
  if (!home) throw new Error("The shop delivers nowhere yet. Add a region with countries in the dashboard.");
  return { api, acquiring: createAcquiring(config), regionId: home.regionId, countries };
}

/** The country of the browser's language where the shop delivers there, else Germany, else the first. */
export function homeCountry(countries: readonly Country[]): Country | undefined {
  const wanted = [...navigator.languages.map((tag) => tag.split("-")[1]?.toLowerCase()), "de"];
  const found = wanted.map((code) => countries.find((country) => country.code === code)).find(Boolean);
  return found ?? countries[0];
}

/** The kept cart; a cart that is gone is forgotten, and one that became an order meanwhile shows as that order. */
async function openCart(api: StoreApi): Promise<{ cart: Cart | null; placed: Order | null }> {
  const nothing = { cart: null, placed: null };
  const id = keptCartId();
  if (id === null) return nothing;
  try {
    const cart = await api.cart(id);
    if (!cart.isCompleted) return { cart, placed: null };
    const done = await api.complete(id);
    return { cart: null, placed: done.kind === "order" ? done.order : null };
  } catch (error) {
    if (error instanceof StoreApiError && error.status === 404) return nothing;
    throw error;
  }
}
