import { refreshes } from "./fast-refresh";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Payment } from "../../../src/react/parts/sdk";
import {
  HostedCheckout,
  MySubscriptions,
  PayAgain,
  PaymentElement,
  PaymentInstructions,
  PlanTerms,
  SavedCards,
  useReturn,
} from "../../../src/react";
import { createAcquiring, english } from "../../../src/sdk";
import type { Asked } from "./scripted-fetch";
import { scriptedFetch } from "./scripted-fetch";
import { PLAN } from "./scripted-subscriptions";

/** One component in one state, chosen by the query string: `?show=element&methods=all&pay=declined&rtl=1`. */
declare global {
  interface Window {
    kit: {
      asked: readonly Asked[];
      completed: Payment[];
      errors: string[];
      /** Mounts the element anew, as a shop does that shows a spinner meanwhile. */
      remount: () => void;
      /** Renders with a new client, as a shop does once the customer's login is known. */
      login: () => void;
      /** As React's Fast Refresh: effects end and start again, state stays. */
      refresh: () => void;
    };
  }
}

const query = new URLSearchParams(location.search);
const of = (name: string): string => query.get(name) ?? "";
const { fetch, asked } = scriptedFetch({
  methods: of("methods") || "all",
  pay: of("pay") || "paid",
  saved: of("saved"),
  subscriptions: of("subscriptions"),
  end: of("end"),
});
window.kit = {
  asked,
  completed: [],
  errors: [],
  remount: () => undefined,
  login: () => undefined,
  refresh: () => refreshes("OnePayment"),
};

/** A clock on which a minute passes at once, to show the end of a long wait; requests, which may take seconds, are not hurried. */
let time = 0;
const hurried = {
  now: () => time,
  pause: async (ms: number) => {
    if (ms >= 2_000) return new Promise<void>(() => undefined);
    time += 30_000;
    await new Promise((resolve) => setTimeout(resolve, 20));
  },
};
const createClient = () =>
  createAcquiring({
    backendUrl: location.origin,
    publishableKey: "pk_kit",
    fetch,
    ...(of("pay") === "stuck" && { timer: hurried }),
    texts: of("rtl") ? { ...english, language: "ar", direction: "rtl" } : english,
  });
const firstClient = createClient();
document.body.className = of("theme");

/** As a shop provides them; the longest reference must still fit on a phone. */
const DETAILS = [
  { label: "Entity", value: "12345" },
  { label: "Reference", value: "34191.79001 01043.510047 91020.150008 5 84560026000" },
  { label: "Digitable line", value: "34191790010104351004791020150008584560026000341917900101043510" },
];

/** A shop's own return page. */
function Returned() {
  const { status, returned, retry } = useReturn(firstClient);
  return (
    <button id="returned" onClick={retry}>
      {status} {returned?.payment.state}
    </button>
  );
}

function Shown() {
  const [isOpen, setOpen] = useState(true);
  const [mounts, setMounts] = useState(0);
  const [acquiring, setClient] = useState(firstClient);
  window.kit.login = () => {
    setClient(createClient());
  };
  window.kit.remount = () => {
    setMounts(mounts + 1);
  };
  const onComplete = (payment: Payment): void => {
    window.kit.completed.push(payment);
  };
  const onError = ({ code }: { code: string }): void => {
    window.kit.errors.push(code);
  };
  if (of("show") === "returned") return <Returned />;
  if (of("show") === "cards")
    return <SavedCards acquiring={acquiring} {...(of("select") && { onSelect: () => setOpen(!isOpen) })} />;
  if (of("show") === "instructions")
    return (
      <PaymentInstructions
        acquiring={acquiring}
        orderId="order_1"
        headingLevel={2}
        {...(of("details") && { details: DETAILS })}
      />
    );
  if (of("show") === "pay-again")
    return (
      <PayAgain
        acquiring={acquiring}
        orderId={of("order") || "order_1"}
        isLoggedIn={of("saved") !== ""}
        onComplete={onComplete}
        onError={onError}
      />
    );
  if (of("show") === "plan") return <PlanTerms acquiring={acquiring} plan={PLAN} quantity={3} />;
  if (of("show") === "subscriptions")
    return <MySubscriptions acquiring={acquiring} orderHref={({ id }) => `#/orders/${id}`} />;
  if (of("show") === "hosted")
    return (
      <HostedCheckout
        acquiring={acquiring}
        cartId="cart_1"
        providerId="pp_checkout"
        onComplete={onComplete}
        onError={onError}
        {...(of("presentation") === "page" && { presentation: "page" })}
      />
    );
  return (
    <PaymentElement
      key={mounts}
      acquiring={acquiring}
      cartId="cart_1"
      onComplete={onComplete}
      onError={onError}
      isLoggedIn={of("saved") !== ""}
      amount="€128.00"
      {...(of("terms") && {
        terms: (
          <>
            Paying places your order under our <a href="#terms">terms of sale</a>.
          </>
        ),
      })}
      {...(of("presentation") === "iframe" && { presentation: "iframe" })}
      {...(of("heading") && { headingLevel: 2, heading: "Payment" })}
    />
  );
}

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shown />
    </StrictMode>,
  );
