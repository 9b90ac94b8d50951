import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../harness/databases";

/**
 * The peer: `@medusajs/payment-stripe` from `bench/.peers`, its client pointed at the stub. Installed only for the
 * benchmark, so its types are unknown to the compiler.
 */
export interface Peer {
  capture(input: { readonly id: string; readonly key: string }): Promise<unknown>;
}

const peers = createRequire(join(ROOT, "bench/.peers/package.json"));

const isFunction = (value: unknown): value is (...input: readonly unknown[]) => unknown => typeof value === "function";

/** A member of a package's exports, or of an object in them. */
function memberOf(owner: unknown, name: string): unknown {
  if ((typeof owner !== "object" || owner === null) && typeof owner !== "function")
    throw new Error(`The peer has no "${name}".`);
  const member: unknown = Reflect.get(owner, name);
  return member;
}

function made(Class: unknown, ...input: readonly unknown[]): object {
  if (!isFunction(Class)) throw new Error("The peer exports no class there.");
  const instance: unknown = Reflect.construct(Class, input);
  if (typeof instance !== "object" || instance === null) throw new Error("The peer made nothing.");
  return instance;
}

export function stripePeer(port: number): Peer {
  const services: unknown = peers("@medusajs/payment-stripe/dist/services");
  const client: unknown = peers("stripe");
  const options = { apiKey: "sk_test_bench", webhookSecret: "whsec_bench" };
  const provider = made(memberOf(services, "StripeProviderService"), { logger: console }, options);
  const local = { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0, telemetry: false };
  Reflect.set(provider, "stripe_", made(client, options.apiKey, local));
  const capture = memberOf(provider, "capturePayment");
  if (!isFunction(capture)) throw new Error("The peer captures nothing.");
  return {
    capture: async ({ id, key }) => {
      const input = { data: { id }, context: { idempotency_key: key } };
      const answer: unknown = await Reflect.apply(capture, provider, [input]);
      return answer;
    },
  };
}
