import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentMethod, PaymentMethodsAnswer, PaymentMethodsBody } from "../../api-schema/store";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import { methodsFor, orderMethods } from "../../options/payment-methods";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { resolveLedger } from "../resolve-ledger";
import { offeredPlans } from "./instalments";
import type { OfferedTo } from "./offered-to";
import { offeredTo } from "./offered-to";
import { modeOf } from "./open-session";
import { planLines } from "./subscription";

/** The payment methods for a cart or link: those enabled in its region, filtered by country and currency, in display order. */
export async function paymentMethods(
  container: MedusaContainer,
  body: PaymentMethodsBody,
  customerId: string | null,
): Promise<PaymentMethodsAnswer> {
  const ledger = resolveLedger(container);
  const cart = await offeredTo(container, body);
  const providers = (cart.region?.payment_providers ?? []).filter(({ is_enabled: enabled }) => enabled !== false);
  const isSubscribing = (await planLines(container, cart.items ?? [])).length > 0;
  const fitting = providers.filter(({ id }) => !isSubscribing || modeOf(id) !== "apm");
  const lists = await Promise.all(
    fitting.map(async ({ id }) => {
      const methods = await ofProvider(ledger, id, cart);
      return isSubscribing ? methods : Promise.all(methods.map((method) => withPlans(container, method, cart)));
    }),
  );
  const rank: Readonly<Record<PaymentMethod["mode"], number>> = { card: 0, checkout: 1, apm: 2 };
  const permitted = lists.flat().filter(({ id }) => cart.permits(id));
  const methods = distinct(permitted.sort((a, b) => rank[a.mode] - rank[b.mode]));
  const canSave =
    customerId !== null &&
    cart.customer_id === customerId &&
    ledger.options.savedCards.enabled &&
    ledger.options.allowDirectCard;
  return { payment_methods: methods, can_save_cards: canSave && methods.some(({ mode }) => mode === "card") };
}

/** If two accounts in one region offer the same method, the later one's ID gets its provider as a suffix. */
function distinct(methods: readonly PaymentMethod[]): PaymentMethod[] {
  const seen = new Set<string>();
  return methods.map((method) => {
    const id = seen.has(method.id) ? `${method.id}@${method.provider_id}` : method.id;
    seen.add(id);
    return { ...method, id };
  });
}

async function ofProvider(
  ledger: AcquiringModuleService,
  providerId: string,
  cart: OfferedTo,
): Promise<PaymentMethod[]> {
  const { options } = ledger;
  const shared = { provider_id: providerId, icon: null, code: null, pays_later: false, banks: [], fields: [] };
  switch (modeOf(providerId)) {
    case "card":
      return options.allowDirectCard ? [{ ...shared, id: "card", mode: "card", name: "Card", presentations: [] }] : [];
    case "checkout":
      return [
        { ...shared, id: "checkout", mode: "checkout", name: "Card", presentations: options.checkout.presentations },
      ];
    case "apm":
      return alternatives(ledger, providerId, cart);
    case null:
      return [];
  }
}

async function withPlans(
  container: MedusaContainer,
  method: PaymentMethod,
  { total, currency_code: code, cartId, orderId }: OfferedTo,
): Promise<PaymentMethod> {
  const money = fromMedusa(total, createCurrency(code));
  const account = resolveLedger(container).accountOfProvider(method.provider_id);
  return { ...method, ...(await offeredPlans(container, { account, method: method.id, money, cartId, orderId })) };
}

async function alternatives(
  ledger: AcquiringModuleService,
  providerId: string,
  cart: OfferedTo,
): Promise<PaymentMethod[]> {
  const currency = createCurrency(cart.currency_code);
  const country = (cart.billing_address?.country_code ?? cart.shipping_address?.country_code)?.toUpperCase() ?? null;
  const fitting = methodsFor(ledger.options.apmMethods, { country, currency });
  const ranking =
    fitting.length > 1 && cart.email
      ? await ledger.rankMethods(ledger.accountOfProvider(providerId), {
          money: fromMedusa(cart.total, currency),
          email: cart.email,
        })
      : null;
  return orderMethods(fitting, ranking).map((method) => ({
    id: `apm:${method.code}`,
    mode: "apm",
    provider_id: providerId,
    name: method.name,
    icon: method.icon,
    code: method.code,
    pays_later: method.paysLater,
    banks: method.banks.map(({ code, name }) => ({ code, name })),
    fields: [...method.requires],
    presentations: [],
  }));
}
