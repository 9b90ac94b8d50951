import { createRoot } from "react-dom/client";
import type { PaymentSessionLike } from "../sdk";
import { createAcquiring } from "../sdk/client";
import { readConfig } from "./config";
import { LinkPayment } from "./link-payment";

/** Script of the plugin's payment page: mounts the payment into the HTML that the server sent. */
const root = document.getElementById("pay");
if (root === null) throw new TypeError("This script belongs to the payment page.");

const config = readConfig(root.dataset.config);
const { texts, publishableKey, link } = config;
const [backendUrl = location.origin] = location.href.split("/acquiring/pay/");
const client = createAcquiring({ backendUrl, publishableKey, texts, language: texts.language });

let session: PaymentSessionLike | null = null;
/** The client, noting the session that is being paid. */
const acquiring: typeof client = {
  ...client,
  start: async (input) => (session = await client.start(input)),
  handleReturn: async (address) => {
    const returned = await client.handleReturn(address);
    session = returned?.session ?? session;
    return returned;
  },
};

// What the page said before it was loaded again.
const told = ["changed", "received"].find((note) => location.hash === `#${note}`);
if (told !== undefined) {
  document.getElementById(told)?.removeAttribute("hidden");
  history.replaceState(history.state, "", location.pathname + location.search);
}
if (location.search.includes("acquiring_return=")) document.getElementById("started")?.remove();
// Tells the server that a customer opened the link. Whatever it answers, the form says what can be done.
void client.readLink(link).catch(() => null);

createRoot(root).render(<LinkPayment acquiring={acquiring} config={config} session={() => session} />);
