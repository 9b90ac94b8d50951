import type { AttemptSnapshot, Conclusion, DecidedEntry, Decision, FactContext, OperationSnapshot } from "./snapshot";
import { amountsOf, isBlocking, provesAbsence, unchanged, wasOnItsWay } from "./snapshot";
import { rejectedAfterCapture } from "./review-holds";
import { isOpen, mayMove } from "./states";

/**
 * The effect of "authorised", "captured", "refunded", "voided" and a late "declined" on an attempt's money: the
 * authorisation is proven, an open capture or void happened or did not. A captured amount is never guessed: it is our
 * own open capture's amount, or the amount of a verified notification beside a query that reports "captured", else the
 * whole authorisation.
 */
type SettlementReading = "authorised" | "captured" | "refunded" | "voided" | "voided_or_pending" | "declined";

export function reduceSettlement(
  snapshot: AttemptSnapshot,
  reading: SettlementReading,
  context: FactContext,
): Decision {
  const draft = new Draft(snapshot);
  if (reading === "declined") return afterwardsDeclined(snapshot, draft, context);
  if (reading === "voided") return voided(snapshot, draft);
  if (reading === "voided_or_pending") return maybeVoided(snapshot, draft, context);
  if (snapshot.state === "voided") return afterVoid(snapshot, reading, context);
  if (isOpen(snapshot.state) || snapshot.state === "declined" || snapshot.state === "expired") proveAuthorise(draft);
  if (reading === "authorised") return stillAuthorised(snapshot, draft, context);
  if (draft.captured === 0n) proveCapture(draft, context);
  else proveFurtherCapture(draft, context);
  return draft.decision();
}

/** Collects the changes of one fact, so that every rule sees the results of the rules before it. */
export class Draft {
  state;
  authorised;
  captured;
  readonly entries: DecidedEntry[] = [];
  readonly conclusions: Conclusion[] = [];
  readonly attention: Decision["attention"][number][] = [];
  isCaptureInferred = false;

  constructor(readonly snapshot: AttemptSnapshot) {
    this.state = snapshot.state;
    this.authorised = snapshot.authorised;
    this.captured = snapshot.captured;
  }

  open(kind: OperationSnapshot["kind"]): OperationSnapshot | undefined {
    return this.snapshot.operations.find((operation) => operation.kind === kind && isBlocking(operation));
  }

  move(to: AttemptSnapshot["state"], entry: Omit<DecidedEntry, "to">): void {
    this.state = to;
    this.entries.push({ ...entry, to });
  }

  conclude(operation: OperationSnapshot, status: Conclusion["status"], kind: DecidedEntry["kind"]): void {
    this.conclusions.push({ operationId: operation.id, status });
    this.entries.push({ kind, operationId: operation.id, amount: operation.amount, to: this.state });
  }

  decision(): Decision {
    return {
      state: this.state,
      amounts: { ...amountsOf(this.snapshot), authorised: this.authorised, captured: this.captured },
      entries: this.entries,
      conclusions: this.conclusions,
      attention: this.attention,
      ...(this.isCaptureInferred ? { isCaptureInferred: true } : {}),
    };
  }
}

function proveAuthorise(draft: Draft): void {
  const { snapshot } = draft;
  const operation = snapshot.operations.find(({ kind }) => kind === "authorise");
  if (!isOpen(snapshot.state)) {
    draft.attention.push({
      kind: "late_or_duplicate_payment",
      message: "The gateway holds money for a payment attempt that this store had closed.",
    });
  }
  draft.authorised = snapshot.requested;
  draft.move("authorised", {
    kind: "authorised",
    operationId: operation?.id ?? null,
    amount: snapshot.requested,
  });
  if (operation) draft.conclusions.push({ operationId: operation.id, status: "settled" });
}

function proveCapture(draft: Draft, context: FactContext): void {
  const capture = draft.open("capture");
  if (capture && context.operationId !== null && context.operationId !== capture.id) return;
  // Something was captured before ours was sent; the response to ours, or a later query, resolves ours.
  if (capture && !wasOnItsWay(capture, context)) return;
  const claimed = capture ? null : claimedCapture(draft, context);
  const amount = capture?.amount ?? claimed ?? draft.authorised;
  draft.captured = amount;
  if (!capture && claimed === null) draft.isCaptureInferred = isAmountInferred(draft.snapshot, context);
  draft.move("captured", { kind: "captured", operationId: capture?.id ?? null, amount });
  if (capture) draft.conclusions.push({ operationId: capture.id, status: "settled", ...inference(capture, context) });
  const open = draft.open("void");
  if (open) draft.conclude(open, "declined", "void_declined");
}

/** Neither a response nor a notification proves that the gateway saw this capture and not another one. */
const inference = (
  { amount }: OperationSnapshot,
  { operationId, claims }: FactContext,
): { readonly isInferred?: true } => (operationId === null && claims?.captured !== amount ? { isInferred: true } : {});

/**
 * Captured in the portal, or by a capture whose row was lost: a query has no amount, and it may have been a part. An
 * alternative method without an earlier authorisation is paid in full at once.
 */
const isAmountInferred = ({ mode, state }: AttemptSnapshot, { source }: FactContext): boolean =>
  source === "query" && (mode !== "apm" || state === "authorised");

/** A part, at most the authorised amount, and only if a query reports a capture. */
function claimedCapture({ authorised }: Draft, { source, claims }: FactContext): bigint | null {
  const claimed = claims?.captured;
  return source === "query" && claimed !== undefined && claimed > 0n && claimed <= authorised ? claimed : null;
}

/** A verified notification, or the late response, names an inferred capture and so confirms it. No amount changes. */
export function confirmCapture(snapshot: AttemptSnapshot, operationId: string): Decision {
  const capture = snapshot.operations.find(({ id, isInferred }) => id === operationId && isInferred);
  if (!capture) return unchanged(snapshot);
  const { amount } = capture;
  return {
    ...unchanged(snapshot),
    entries: [{ kind: "capture_confirmed", operationId, amount, to: snapshot.state }],
    confirmed: operationId,
    cleared: ["capture_unconfirmed"],
  };
}

/** The same for a capture without an operation of ours. */
export function confirmExternalCapture(snapshot: AttemptSnapshot): Decision {
  if (!snapshot.isCaptureInferred) return unchanged(snapshot);
  return {
    ...unchanged(snapshot),
    entries: [{ kind: "capture_confirmed", operationId: null, amount: snapshot.captured, to: snapshot.state }],
    isCaptureInferred: false,
    cleared: ["capture_unconfirmed"],
  };
}

/** With several captures only the response to a further one proves it: a query cannot tell them apart. */
function proveFurtherCapture(draft: Draft, context: FactContext): void {
  const capture = draft.open("capture");
  if (!capture || context.operationId !== capture.id) return;
  addCapture(draft, capture);
}

/** Adds a proven or manually resolved capture; one that does not fit is not counted and raises an attention item. */
export function addCapture(draft: Draft, capture: OperationSnapshot): void {
  if (draft.captured + capture.amount > draft.authorised) {
    const message = "More was captured than the gateway holds for this payment. Compare it with the portal.";
    draft.attention.push({ kind: "late_or_duplicate_payment", message });
    return;
  }
  draft.captured += capture.amount;
  draft.move("captured", { kind: "captured", operationId: capture.id, amount: capture.amount });
  draft.conclusions.push({ operationId: capture.id, status: "settled" });
}

/** The gateway reports "authorised, not captured": late enough, this disproves an open capture or void. */
function stillAuthorised(snapshot: AttemptSnapshot, draft: Draft, context: FactContext): Decision {
  if (snapshot.captured > 0n) {
    return contradicts(snapshot, "capture", context) ? backward(snapshot, "authorised") : unchanged(snapshot);
  }
  const capture = draft.open("capture");
  if (capture && provesAbsence(capture, context)) draft.conclude(capture, "declined", "capture_not_applied");
  const open = draft.open("void");
  if (open && provesAbsence(open, context)) draft.conclude(open, "declined", "void_not_applied");
  return draft.decision();
}

/** A fact from before our own write is late, not contradictory; only a later query can contradict. */
function contradicts(snapshot: AttemptSnapshot, kind: OperationSnapshot["kind"], context: FactContext): boolean {
  const settled = snapshot.operations.filter((operation) => operation.kind === kind && operation.status === "settled");
  return context.source === "query" && settled.every((operation) => provesAbsence(operation, context));
}

function afterVoid(snapshot: AttemptSnapshot, reading: SettlementReading, context: FactContext): Decision {
  return contradicts(snapshot, "void", context) ? backward(snapshot, reading) : unchanged(snapshot);
}

export function voided(snapshot: AttemptSnapshot, draft: Draft): Decision {
  if (snapshot.state === "voided") return unchanged(snapshot);
  if (isOpen(snapshot.state)) proveAuthorise(draft);
  if (!mayMove(draft.state, "voided")) return backward(snapshot, "voided");
  const open = draft.open("void");
  draft.move("voided", { kind: "voided", operationId: open?.id ?? null, amount: draft.authorised });
  if (open) draft.conclusions.push({ operationId: open.id, status: "settled" });
  const capture = draft.open("capture");
  if (capture) draft.conclude(capture, "declined", "capture_declined");
  return draft.decision();
}

/**
 * "Failed" after a success: it proves a void (the interface has no code for it) if we sent one or a verified
 * notification reports one, and it is the rejection of a payment that the gateway held for review; otherwise a person
 * must check.
 */
function afterwardsDeclined(snapshot: AttemptSnapshot, draft: Draft, context: FactContext): Decision {
  const isRejected = snapshot.hold?.reason === "gateway" && snapshot.hold.decision !== "approved";
  const isVoided = isRejected || isVoidWanted(snapshot, context);
  if (snapshot.state === "authorised" && context.source === "query" && isVoided) {
    return voided(snapshot, draft);
  }
  if (snapshot.state !== "authorised" && snapshot.state !== "captured") return unchanged(snapshot);
  // Late enough, "failed" proves that nothing was captured.
  const capture = snapshot.captured === 0n ? draft.open("capture") : undefined;
  if (capture && provesAbsence(capture, context)) draft.conclude(capture, "declined", "capture_not_applied");
  return { ...draft.decision(), attention: backward(snapshot, "declined").attention };
}

/**
 * One status code for voided and waiting payments. An authorised payment waits for nothing, so after an open void of
 * ours, or one in a verified notification, it means voided; but not right after the send, when the gateway may still
 * show the earlier status. Without a void a person must check.
 */
function maybeVoided(snapshot: AttemptSnapshot, draft: Draft, context: FactContext): Decision {
  const open = draft.open("void");
  if (snapshot.state === "authorised" && context.source === "query") {
    if (open) {
      const isSeen = wasOnItsWay(open, context) && provesAbsence(open, context);
      return isSeen ? voided(snapshot, draft) : unchanged(snapshot);
    }
    if (context.claims?.voided === true && draft.open("capture") === undefined) return voided(snapshot, draft);
  }
  const kind = snapshot.state === "captured" ? "capture" : "authorise";
  const isMoney = snapshot.state === "authorised" || snapshot.state === "captured";
  return isMoney && contradicts(snapshot, kind, context)
    ? backward(snapshot, "voided_or_pending")
    : unchanged(snapshot);
}

/** Also a declined void: "already cancelled" is the response for payments voided outside the store. */
function isVoidWanted({ operations }: AttemptSnapshot, context: FactContext): boolean {
  const voids = operations.filter((operation) => operation.kind === "void" && wasOnItsWay(operation, context));
  if (voids.some(isBlocking)) return true;
  const isCapturing = operations.some((operation) => operation.kind === "capture" && isBlocking(operation));
  return !isCapturing && (context.claims?.voided === true || voids.some(({ status }) => status === "declined"));
}

function backward(snapshot: AttemptSnapshot, reading: SettlementReading): Decision {
  if (snapshot.hold?.reason === "gateway" && snapshot.state === "captured" && reading !== "authorised") {
    return { ...unchanged(snapshot), attention: [rejectedAfterCapture] };
  }
  return {
    ...unchanged(snapshot),
    attention: [
      {
        kind: "backward_move",
        message: `The gateway now reports "${reading}" for a payment that is "${snapshot.state}" here.`,
      },
    ],
  };
}
