/** Faults change how answers and notifications are delivered, never the stored data. */
interface Nature {
  /** `before`: the request is not executed. `notify`: only the notifications are affected. */
  readonly strikes: "before" | "after" | "notify" | "nothing";
  /** False: the client gets no complete answer from the gateway. */
  readonly isAnswered: boolean;
  /** Parameters beside the name, with their defaults. */
  readonly takes: Partial<Parameters>;
}

export interface Parameters {
  /** Real time; for `late-notify`, time on the gateway's clock. */
  readonly ms: number;
  /** -1: half the body. */
  readonly bytes: number;
  readonly status: number;
  /** Seconds; -1: the answer has none. */
  readonly retryAfter: number;
  readonly times: number;
  readonly location: string;
  readonly applied: boolean;
  readonly signed: boolean;
  /** Fields to falsify; default: an amount that is one higher. */
  readonly overrides: Readonly<Record<string, string>>;
}

const DEFAULTS: Parameters = {
  ms: 2_000,
  bytes: -1,
  status: 500,
  retryAfter: -1,
  times: 2,
  location: "https://elsewhere.example/",
  applied: false,
  signed: true,
  overrides: {},
};

const before = (takes: Partial<Parameters> = {}): Nature => ({ strikes: "before", isAnswered: false, takes });
const lost = (takes: Partial<Parameters> = {}): Nature => ({ strikes: "after", isAnswered: false, takes });
const spoilt = (takes: Partial<Parameters> = {}): Nature => ({ strikes: "after", isAnswered: true, takes });
const onNotification = (takes: Partial<Parameters> = {}): Nature => ({ strikes: "notify", isAnswered: true, takes });

const MEBIBYTE = 1_048_576;

const NATURES = {
  none: { strikes: "nothing", isAnswered: true, takes: {} },
  "drop-before": before(),
  "5xx-before": before({ status: 500 }),
  hang: before(),
  "too-many-requests": before({ retryAfter: -1, applied: false }),
  redirect: before({ location: DEFAULTS.location, applied: false }),
  "drop-after-apply": lost(),
  "5xx-after-apply": lost({ status: 500 }),
  "hang-after-apply": lost(),
  "reset-mid-body": lost(),
  "stall-body": lost(),
  "wrong-length": lost({ bytes: 10 }),
  "slow-bytes": lost({ ms: 1_000 }),
  "gzip-bomb": lost({ bytes: 64 * MEBIBYTE }),
  "huge-body": lost({ bytes: 10 * MEBIBYTE }),
  delay: spoilt({ ms: 2_000 }),
  slow: spoilt({ ms: 2_000 }),
  truncate: spoilt({ bytes: -1 }),
  empty: spoilt(),
  html: spoilt(),
  garbage: spoilt(),
  "wrong-content": spoilt(),
  "wrong-signature": spoilt(),
  "wrong-amount": spoilt(),
  "wrong-order": spoilt(),
  "missing-item": spoilt(),
  "double-item": spoilt(),
  "extra-item": spoilt(),
  "reordered-items": spoilt(),
  "foreign-address": spoilt(),
  "script-address": spoilt(),
  "two-forms": spoilt(),
  "duplicate-notify": onNotification({ times: 2 }),
  "late-notify": onNotification({ ms: 60_000 }),
  "lost-notify": onNotification(),
  "lying-notify": onNotification({ overrides: {}, signed: true }),
  reorder: onNotification(),
} as const satisfies Readonly<Record<string, Nature>>;

export type FaultName = keyof typeof NATURES;

export interface Fault extends Parameters {
  readonly name: FaultName;
}

const natures: ReadonlyMap<string, Nature> = new Map(Object.entries(NATURES));

export const isFaultName = (value: unknown): value is FaultName => typeof value === "string" && natures.has(value);

export const faultNames: readonly FaultName[] = [...natures.keys()].filter(isFaultName);

const natureOf = (name: FaultName): Nature => NATURES[name];

export const parametersOf = (name: FaultName): Partial<Parameters> => natureOf(name).takes;

export const faultOf = (name: FaultName, parameters: Partial<Parameters> = {}): Fault => ({
  name,
  ...DEFAULTS,
  ...parametersOf(name),
  ...parameters,
});

export const isAboutNotifications = (name: FaultName): boolean =>
  natureOf(name).strikes === "notify" || name === "none";

export const isBefore = (fault: Fault | null): boolean =>
  fault !== null && natureOf(fault.name).strikes === "before" && !fault.applied;

export const isAnswered = (fault: Fault | null): boolean => fault === null || natureOf(fault.name).isAnswered;

export const described = (fault: Fault): { readonly fault: FaultName } & Partial<Parameters> => {
  const names = Object.keys(parametersOf(fault.name));
  const own = Object.fromEntries(Object.entries(fault).filter(([name]) => names.includes(name)));
  return { ...own, fault: fault.name };
};
