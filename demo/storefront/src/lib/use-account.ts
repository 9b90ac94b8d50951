import type { Login, Registration } from "./account-api";
import { useShop } from "./shop-context";
import { StoreApiError } from "./store-error";

/**
 * Logging in and out. The cart is assigned to the customer at login and removed at logout, because only they can pay
 * for it.
 */
export interface Account {
  logIn(login: Login): Promise<void>;
  register(registration: Registration): Promise<void>;
  logOut(): Promise<void>;
}

export function useAccount(): Account {
  const { api, accounts, cart, setCart, setCustomer } = useShop();

  const attach = async (): Promise<void> => {
    if (!cart) return;
    try {
      setCart(await api.attachCart(cart.id));
    } catch (error) {
      if (!(error instanceof StoreApiError) || error.status === 0 || error.status >= 500) throw error;
      // Another customer's cart, or a completed one.
      setCart(null);
    }
  };

  return {
    logIn: async (login) => {
      const customer = await accounts.logIn(login);
      await attach();
      setCustomer(customer);
    },
    register: async (registration) => {
      const customer = await accounts.register(registration);
      await attach();
      setCustomer(customer);
    },
    logOut: async () => {
      await accounts.logOut();
      setCart(null);
      setCustomer(null);
    },
  };
}
