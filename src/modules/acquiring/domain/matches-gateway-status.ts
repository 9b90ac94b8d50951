import type { PaymentFact, PaymentReading } from "../../../gateway/model/facts";
import type { AttemptState } from "./states";

/** For closing items raised by an earlier contradiction. Missing or doubtful data agrees with nothing. Pure. */
const AGREES: Readonly<Record<AttemptState, readonly PaymentReading[]>> = {
  created: [],
  unknown: [],
  action_required: ["action_required", "pending", "voided_or_pending"],
  pending: ["pending", "voided_or_pending"],
  authorised: ["authorised"],
  captured: ["captured", "refunded"],
  // The interface lists no code for a voided payment; the gateway may report it as declined.
  voided: ["voided", "voided_or_pending", "declined"],
  declined: ["declined"],
  expired: ["declined", "pending", "voided_or_pending", "action_required"],
};

export const matchesGatewayStatus = (state: AttemptState, reading: PaymentReading): boolean =>
  AGREES[state].includes(reading);

export const claimsMoney = ({ reading }: PaymentFact): boolean =>
  reading === "authorised" || reading === "captured" || reading === "refunded";

/** Is this a mapped status of a payment that the gateway knows? */
export const isMapped = (reading: PaymentReading): boolean =>
  reading !== "unmapped" && reading !== "doubtful" && reading !== "not_found";
