import type { Fields, Gateway } from "../context";
import { NO_TROUBLE } from "../context";
import { DIALECT_WORDS, isDialect } from "../dialect";
import type { Read } from "../faults/fault-script-entry";

/** Settings that the control API changes. If one is invalid, none is changed. */
export function changeSettings(gateway: Gateway, body: Fields): Read<Fields> {
  const wrong = Object.entries(body).find(([name, value]) => SETTINGS[name]?.isRight(value) !== true);
  if (wrong) {
    const [name] = wrong;
    const words = SETTINGS[name]?.words;
    return { problem: words ? `${name} is ${words}` : `settings are ${Object.keys(SETTINGS).join(", ")}` };
  }
  for (const [name, value] of Object.entries(body)) SETTINGS[name]?.set(gateway, value);
  return { value: settingsOf(gateway) };
}

export const settingsOf = ({
  notifier,
  captureMode,
  multipleCaptures,
  renewals,
  payouts,
  clock,
  trouble,
  dialect,
}: Gateway): Fields => ({
  notifications: notifier.enabled ? "on" : "off",
  captureMode,
  multipleCaptures,
  renewalOrderNo: renewals.orderNo,
  preparedMs: renewals.preparedMs,
  payoutAmountUnit: payouts.amountUnit,
  payoutNotifyAs: payouts.notifyAs,
  clock: clock.isVirtual ? "virtual" : "system",
  down: trouble.down,
  slow: trouble.slowMs,
  failQueries: trouble.failQueries,
  dialect,
});

export function endTrouble(gateway: Gateway): void {
  gateway.trouble = NO_TROUBLE;
}

interface Setting {
  readonly isRight: (value: unknown) => boolean;
  readonly words: string;
  readonly set: (gateway: Gateway, value: unknown) => void;
}

const oneOf = (values: readonly string[]): Pick<Setting, "isRight" | "words"> => ({
  isRight: (value) => values.some((known) => known === value),
  words: values.join(" or "),
});
const RENEWAL_NUMBERS = ["same", "own", "own-listed"] as const;
const flag = { isRight: (value: unknown): boolean => typeof value === "boolean", words: "true or false" };
const isMs = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0;

const SETTINGS: Readonly<Record<string, Setting>> = {
  notifications: {
    ...oneOf(["on", "off"]),
    set: ({ notifier }, value) => void (notifier.enabled = value === "on"),
  },
  captureMode: {
    ...oneOf(["manual", "automatic"]),
    set: (gateway, value) => void (gateway.captureMode = value === "automatic" ? "automatic" : "manual"),
  },
  renewalOrderNo: {
    ...oneOf(RENEWAL_NUMBERS),
    set: (gateway, value) => {
      const orderNo = RENEWAL_NUMBERS.find((known) => known === value) ?? "same";
      gateway.renewals = { ...gateway.renewals, orderNo };
    },
  },
  preparedMs: {
    isRight: isMs,
    words: "a number of ms, 0 or more",
    set: (gateway, value) => void (gateway.renewals = { ...gateway.renewals, preparedMs: isMs(value) ? value : 0 }),
  },
  payoutAmountUnit: {
    ...oneOf(["minor", "major"]),
    set: (gateway, value) =>
      void (gateway.payouts = { ...gateway.payouts, amountUnit: value === "major" ? "major" : "minor" }),
  },
  payoutNotifyAs: {
    ...oneOf(["form", "json"]),
    set: (gateway, value) =>
      void (gateway.payouts = { ...gateway.payouts, notifyAs: value === "json" ? "json" : "form" }),
  },
  multipleCaptures: { ...flag, set: (gateway, value) => void (gateway.multipleCaptures = value === true) },
  clock: {
    ...oneOf(["virtual", "system"]),
    set: ({ clock, notifier }, value) => {
      clock.setVirtual(value === "virtual");
      notifier.isVirtual = value === "virtual";
    },
  },
  down: { ...flag, set: (gateway, value) => void (gateway.trouble = { ...gateway.trouble, down: value === true }) },
  slow: {
    isRight: isMs,
    words: "a number of ms, 0 or more",
    set: (gateway, value) => void (gateway.trouble = { ...gateway.trouble, slowMs: isMs(value) ? value : 0 }),
  },
  dialect: {
    isRight: isDialect,
    words: DIALECT_WORDS,
    set: (gateway, value) => void (gateway.dialect = isDialect(value) ? value : "off"),
  },
  failQueries: {
    ...oneOf(["off", "ip"]),
    set: (gateway, value) =>
      void (gateway.trouble = { ...gateway.trouble, failQueries: value === "ip" ? "ip" : "off" }),
  },
};
