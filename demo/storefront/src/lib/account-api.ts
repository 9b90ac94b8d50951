import type { HttpTypes } from "@medusajs/framework/types";
import type { Medusa } from "./medusa";
import { answer, StoreApiError } from "./store-error";

/** Medusa's customer accounts as far as this shop needs them: current customer, log in, register, log out. */
export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface Registration extends Login {
  readonly firstName: string;
  readonly lastName: string;
}

export class AccountApi {
  constructor(private readonly medusa: Medusa) {}

  /** The logged-in customer; an expired login is removed. */
  async present(): Promise<Customer | null> {
    if (!(await this.medusa.client.getToken())) return null;
    try {
      const { customer } = await answer(this.medusa.store.customer.retrieve());
      return toCustomer(customer);
    } catch (error) {
      if (!(error instanceof StoreApiError) || error.status !== 401) throw error;
      await this.logOut();
      return null;
    }
  }

  async logIn(login: Login): Promise<Customer> {
    const answered = await answer(this.medusa.auth.login("customer", "emailpass", { ...login })).catch(wrongLogin);
    const customer = typeof answered === "string" ? await this.present() : null;
    if (!customer) throw new StoreApiError(401, "This login needs more than this demo shop can ask for.");
    return customer;
  }

  async register({ firstName, lastName, ...login }: Registration): Promise<Customer> {
    await answer(this.medusa.auth.register("customer", "emailpass", { ...login })).catch(takenEmail);
    const profile = { email: login.email, first_name: firstName, last_name: lastName };
    try {
      await answer(this.medusa.store.customer.create(profile));
    } catch (error) {
      await this.logOut();
      throw error;
    }
    return this.logIn(login);
  }

  async logOut(): Promise<void> {
    await this.medusa.client.clearToken();
  }
}

const toCustomer = ({ id, email, first_name }: HttpTypes.StoreCustomer): Customer => ({
  id,
  email,
  firstName: first_name ?? "",
});

function wrongLogin(error: unknown): never {
  if (!(error instanceof StoreApiError) || error.status !== 401) throw error;
  throw new StoreApiError(401, "The e-mail address or password is wrong.");
}

function takenEmail(error: unknown): never {
  if (!(error instanceof StoreApiError) || error.status !== 401) throw error;
  throw new StoreApiError(401, "This e-mail address already has an account. Please log in.");
}
