import type { MedusaContainer } from "@medusajs/framework/types";
import type { PolicyClaim, PolicyResult, PolicyRule, PolicySend } from "../../modules/acquiring";
import { textOfMinor, noteExpiring, raiseCaptureDue, raiseExpiring, restText } from "../../modules/acquiring";
import { forEachDue } from "../for-each-due";
import { projectAttempt } from "../orders/project-attempt";
import { resolveLedger } from "../resolve-ledger";
import { logFailedWork } from "../log-failed-work";
import { deferCaptures } from "./defer-captures";
import type { PlannedAttempt } from "./policy-plans";
import { overtakenOf, policyPlans } from "./policy-plans";

/** An error is logged; its payments are due again two minutes later. */
export async function capturePolicyRound(container: MedusaContainer): Promise<void> {
  try {
    await runRound(container);
  } catch (error) {
    tellFailure(container, error);
  }
}

function tellFailure(container: MedusaContainer, error: unknown): void {
  logFailedWork(container, { work: "capture_policy" }, error);
}

/**
 * One round of the capture policy: claims the payments that are due, works out what to do with each from its order as it is now, and does
 * it. The captures of a round start together, so that they share requests. A process that dies leaves its payments due two minutes later;
 * what it had sent has its key, and is not sent again.
 */
const PAGE = 250;
/** So that other work is not delayed. Our choice. */
const MOST_PAGES = 20;
/** No further page after that: what is claimed is sent before its claim ends, however slow the store's handler is. */
const CLAIMING_MS = 60_000;
/** Sent at the same moment: full requests of fifty. Our choice. */
const CHUNK = 250;

async function runRound(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const policy = await ledger.capturePolicies.current();
  if (policy === null) return;
  const looks: Look[] = [];
  const until = ledger.now().getTime() + CLAIMING_MS;
  const isTimeLeft = (): boolean => !ledger.drain.isOver && ledger.now().getTime() < until;
  for (let page = 0; page < MOST_PAGES && isTimeLeft(); page += 1) {
    const claim = await ledger.capturePolicies.claim(PAGE);
    if (claim.ids.length > 0) looks.push(...(await lookOr(container, claim, policy.rules)));
    if (claim.ids.length < PAGE) break;
  }
  const ends = await sendAll(container, looks);
  for (const look of looks) await conclude(container, look, ends);
}

interface Look {
  readonly claim: PolicyClaim;
  readonly planned: readonly PlannedAttempt[];
  /** Before what the plans are made of was read. */
  readonly plannedAt: Date;
}

/** A page that cannot be read is due again two minutes later; what was read before it is sent. */
async function lookOr(container: MedusaContainer, claim: PolicyClaim, rules: readonly PolicyRule[]): Promise<Look[]> {
  try {
    return [await lookAt(container, claim, rules)];
  } catch (error) {
    tellFailure(container, error);
    return [];
  }
}

async function lookAt(container: MedusaContainer, claim: PolicyClaim, rules: readonly PolicyRule[]): Promise<Look> {
  const { attempts } = resolveLedger(container);
  let plannedAt = resolveLedger(container).now();
  const plan = async (): Promise<readonly PlannedAttempt[]> => {
    plannedAt = resolveLedger(container).now();
    return policyPlans(container, await attempts.attemptsByIds(claim.ids), rules);
  };
  const planned = await deferCaptures(container, await plan(), plan);
  return { claim, planned, plannedAt };
}

type Sending = PlannedAttempt & { readonly plannedAt: Date };

/** By account, because two accounts never share a request. What is not sent at shutdown is due again. */
async function sendAll(container: MedusaContainer, looks: readonly Look[]): Promise<ReadonlyMap<string, Ended>> {
  const { drain } = resolveLedger(container);
  const planned = looks
    .flatMap((look) => look.planned.map((each) => ({ ...each, plannedAt: look.plannedAt })))
    .filter((each) => sendOf(each) !== null)
    .sort((a, b) => a.attempt.account.localeCompare(b.attempt.account));
  const ends = new Map<string, Ended>();
  for (let from = 0; from < planned.length && !drain.isOver; from += CHUNK)
    for (const [id, end] of await sendChunk(container, planned.slice(from, from + CHUNK))) ends.set(id, end);
  return ends;
}

/** A chunk that cannot be checked is not sent, and looked at again two minutes later. */
async function sendChunk(
  container: MedusaContainer,
  chunk: readonly Sending[],
): Promise<readonly (readonly [string, Ended])[]> {
  try {
    const overtaken = await overtakenOf(container, chunk);
    const sends = chunk.filter(({ attempt }) => !overtaken.has(attempt.id)).flatMap((each) => sendOf(each) ?? []);
    const results = await Promise.allSettled(await resolveLedger(container).policySends.carryOutAll(sends));
    return [
      ...[...overtaken].map((id) => [id, OVERTAKEN] as const),
      ...sends.flatMap(({ attemptId }, index) => {
        const result = results[index];
        return result ? [[attemptId, result] as const] : [];
      }),
    ];
  } catch (error) {
    tellFailure(container, error);
    return chunk.map(({ attempt }) => [attempt.id, OVERTAKEN] as const);
  }
}

async function conclude(
  container: MedusaContainer,
  { claim, planned }: Look,
  all: ReadonlyMap<string, Ended>,
): Promise<void> {
  const ledger = resolveLedger(container);
  const ends = new Map(planned.flatMap(({ attempt: { id } }) => (all.has(id) ? [[id, all.get(id)] as const] : [])));
  await forEachDue(container, [...ends.keys()], { work: "projection", run: (id) => projectAttempt(container, id) });
  await tellAll(container, planned, ends);
  const looked = new Set(planned.map(({ attempt }) => attempt.id));
  const others = claim.ids.filter((id) => !looked.has(id));
  const now = ledger.now();
  await ledger.capturePolicies.lookNext(claim, [
    ...planned.map((each) => ({ id: each.attempt.id, at: nextLookAt(each, ends.get(each.attempt.id), now) })),
    ...others.map((id) => ({ id, at: new Date(now.getTime() + HOUR_MS) })),
  ]);
}

type Ended = PromiseSettledResult<PolicyResult>;
type End = Ended | undefined;

const HOUR_MS = 3_600_000;
const SOON_MS = 120_000;
/** An order is placed within this time of its payment, or staff are told. */
const PLACED_MS = 1_800_000;

function sendOf({ attempt, plan: { step } }: PlannedAttempt): PolicySend | null {
  if (step.kind === "wait") return null;
  return step.kind === "void"
    ? { attemptId: attempt.id, kind: "void" }
    : { attemptId: attempt.id, kind: "capture", amount: step.amount, upTo: step.upTo };
}

/** Soon while something is open, and after an error: the claim then ends by itself. */
function nextLookAt({ plan, orderId, since }: PlannedAttempt, end: End, now: Date): Date {
  const isYoung = orderId === null && now.getTime() - since.getTime() < PLACED_MS;
  const isOpen = end !== undefined && (end.status === "rejected" || isUndecided(end.value));
  return new Date(isYoung || isOpen ? Math.min(plan.nextLookAt, now.getTime() + SOON_MS) : plan.nextLookAt);
}

const MEANWHILE = "captured_meanwhile";
const OVERTAKEN: Ended = {
  status: "fulfilled",
  value: {
    kind: "refused",
    reason: {
      code: MEANWHILE,
      message: "Nothing was sent. The order or one of its payments changed after it was planned.",
    },
  },
};
const isUndecided = (result: PolicyResult): boolean =>
  result.kind === "refused"
    ? result.reason.code === MEANWHILE
    : result.kind === "unknown" || result.kind === "not_sent" || result.kind === "pending";
const isDone = (end: End): boolean =>
  end?.status === "fulfilled" && (end.value.kind === "settled" || end.value.kind === "pending");

/** What is told about each payment; a failure is logged and tried again at the next look. */
async function tellAll(
  container: MedusaContainer,
  planned: readonly PlannedAttempt[],
  ends: ReadonlyMap<string, End>,
): Promise<void> {
  for (const each of planned) {
    try {
      await tell(container, each, ends.get(each.attempt.id));
    } catch (error) {
      logFailedWork(container, { work: "capture_policy", id: each.attempt.id }, error);
    }
  }
}

/** What an overtaken plan says of the payment may be wrong: it is told after the next look, if that comes before the expiry. */
const isToldLater = ({ expiresAt }: PlannedAttempt, end: End, now: Date): boolean =>
  end === OVERTAKEN && expiresAt.getTime() > now.getTime() + 2 * SOON_MS;

async function tell(container: MedusaContainer, planned: PlannedAttempt, end: End): Promise<void> {
  if (end?.status === "rejected") throw end.reason;
  if (isToldLater(planned, end, resolveLedger(container).now())) return;
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const { attempt, plan, since, expiresAt } = planned;
  const now = ledger.now();
  const isDue = now.getTime() >= plan.actsAt && plan.left > 0n;
  if (isDue) await noteExpiring(ledger.attempts, attempt.id);
  const failure = failureOf(planned, end);
  if (failure) await raiseCaptureDue(pg, { attempt, ...failure }, now);
  if (!plan.isExpiring && !(isDue && end !== undefined && !isDone(end))) return;
  if (attempt.state === "authorised")
    await raiseExpiring(pg, { id: attempt.id, account: attempt.account, since, expiresAt }, now);
  else if (!failure)
    await raiseCaptureDue(pg, { attempt, message: restText(attempt, plan.left, expiresAt), since: null }, now);
}

/** What the gateway or the ledger refused. While the ledger cannot send at all, there are items of its own. */
function failureOf(
  { attempt, plan }: PlannedAttempt,
  end: End,
): { readonly message: string; readonly since: Date | null } | null {
  if (end?.status !== "fulfilled") return null;
  const result = end.value;
  const what = plan.step.kind === "void" ? "void the authorisation" : `capture ${textOf(attempt.currency, plan.step)}`;
  if (result.kind === "repeated")
    return { message: `The capture policy could not ${what}; it was declined.`, since: result.since };
  if (result.kind !== "declined" && result.kind !== "refused") return null;
  if (result.kind === "refused" && TRANSIENT.has(result.reason.code ?? "")) return null;
  const message = `The capture policy could not ${what}. ${result.reason.message ?? ""}`.trim();
  return { message, since: null };
}

const TRANSIENT: ReadonlySet<string> = new Set([
  MEANWHILE,
  "recovery",
  "recovery_look_failed",
  "earlier_being_recorded",
  "held_for_review",
]);

const textOf = (code: string, step: PlannedAttempt["plan"]["step"]): string =>
  step.kind === "capture" ? textOfMinor(code, step.amount) : "";
