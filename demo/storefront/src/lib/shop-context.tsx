import type { Acquiring } from "medusa-payment-acquiring/sdk";
import { acquiringFor } from "medusa-payment-acquiring/sdk";
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { Closed, Opening } from "../components/opening";
import type { Customer } from "./account-api";
import { AccountApi } from "./account-api";
import type { ShopConfig } from "./config";
import { loadConfig } from "./config";
import { keptForBrowser } from "./kept";
import type { Language } from "./languages";
import { keepLanguage, keptLanguage } from "./languages";
import type { Medusa } from "./medusa";
import { openMedusa } from "./medusa";
import { StoreApi } from "./store";
import { messageOf, StoreApiError } from "./store-error";
import type { Cart, Country, Order } from "./views";

/** The shop's shared state: APIs, payment client, countries, customer, and cart. */
export interface Shop {
  readonly api: StoreApi;
  readonly accounts: AccountApi;
  readonly acquiring: Acquiring;
  /** The language of the payment step. */
  readonly language: Language;
  /** Region of the prices shown before there is an address. */
  readonly regionId: string;
  readonly countries: readonly Country[];
  readonly cart: Cart | null;
  /** The logged-in customer; null for a guest. */
  readonly customer: Customer | null;
  /** An order placed in the background, for example by the server after the tab was closed. */
  readonly placed: Order | null;
  setCart(cart: Cart | null): void;
  setCustomer(customer: Customer | null): void;
  setLanguage(language: Language): void;
  setPlaced(order: Order | null): void;
  add(variantId: string): Promise<void>;
}

interface Loaded extends Pick<Shop, "api" | "accounts" | "regionId" | "countries"> {
  readonly config: ShopConfig;
  readonly medusa: Medusa;
}

const Context = createContext<Shop | null>(null);
const keptCart = keptForBrowser("ler-og-sand-cart");

export function useShop(): Shop {
  const shop = useContext(Context);
  if (!shop) throw new Error("useShop needs ShopProvider above it.");
  return shop;
}

export function ShopProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState("");
  const [cart, showCart] = useState<Cart | null>(null);
  const [customer, setCustomer] = useState<Customer | null>(null);
  const [placed, setPlaced] = useState<Order | null>(null);
  const [language, showLanguage] = useState(keptLanguage);

  const setCart = useCallback((next: Cart | null) => {
    keptCart.write(next?.id ?? null);
    showCart(next);
  }, []);
  const setLanguage = useCallback((next: Language) => {
    keepLanguage(next);
    showLanguage(next);
  }, []);

  useEffect(() => {
    let isGone = false;
    const open = async (): Promise<void> => {
      const parts = await load();
      const [found, present] = await Promise.all([openCart(parts.api), parts.accounts.present()]);
      if (isGone) return;
      setCart(found.cart);
      setPlaced(found.placed);
      setCustomer(present);
      setLoaded(parts);
    };
    open().catch((error: unknown) => setFailure(messageOf(error)));
    return () => {
      isGone = true;
    };
  }, [setCart]);

  const acquiring = useMemo(
    () => loaded && acquiringFor(loaded.medusa, { ...loaded.config, texts: language.texts }),
    [loaded, language],
  );

  const shop = useMemo<Shop | null>(() => {
    if (!loaded || !acquiring) return null;
    const { api, accounts, regionId, countries } = loaded;
    const add = async (variantId: string): Promise<void> => {
      const current = cart ?? (await api.createCart(regionId));
      setCart(await api.addItem(current.id, variantId));
    };
    const state = { cart, customer, placed, language, setCart, setCustomer, setLanguage, setPlaced };
    return { api, accounts, acquiring, regionId, countries, ...state, add };
  }, [loaded, acquiring, cart, customer, placed, language, setCart, setLanguage]);

  if (failure !== "") return <Closed reason={failure} />;
  if (!shop) return <Opening />;
  return <Context.Provider value={shop}>{children}</Context.Provider>;
}

async function load(): Promise<Loaded> {
  const config = await loadConfig();
  const medusa = openMedusa(config);
  const api = new StoreApi(medusa);
  const countries = await api.countries();
  const home = homeCountry(countries);
  if (!home) throw new Error("The shop delivers nowhere yet. Add a region with countries in the dashboard.");
  return { config, medusa, api, accounts: new AccountApi(medusa), regionId: home.regionId, countries };
}

/** The country of the browser's language if the shop delivers there, else Germany, else the first. */
export function homeCountry(countries: readonly Country[]): Country | undefined {
  const wanted = [...navigator.languages.map((tag) => tag.split("-")[1]?.toLowerCase()), "de"];
  const found = wanted.map((code) => countries.find((country) => country.code === code)).find(Boolean);
  return found ?? countries[0];
}

/** The stored cart; a deleted cart is forgotten, and a completed one is returned as its order. */
async function openCart(api: StoreApi): Promise<{ cart: Cart | null; placed: Order | null }> {
  const nothing = { cart: null, placed: null };
  const id = keptCart.read();
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
