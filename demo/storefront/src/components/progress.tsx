import type { Phase } from "../lib/use-card-payment";

/** Says what is happening to the payment, also to those who do not see the spinner. */
const WORDS: Readonly<Record<Phase, string>> = {
  looking: "",
  ready: "",
  paying: "Talking to your bank…",
  checking: "We are checking your payment with the bank. Please do not pay again.",
  placing: "Placing your order…",
  unsettled: "",
};

export function Progress({ phase }: { phase: Phase }) {
  return (
    <p role="status" className="busy" data-testid={phase === "checking" ? "checking" : "progress"}>
      {WORDS[phase]}
    </p>
  );
}
