import type { LedgerState, PaymentPage } from "../../../api-schema/admin";
import { exampleIn, readBoundIn } from "../../lib/amount-entry";
import type { UrlState } from "../../lib/use-url-state";
import { NO_CHANNEL, NO_CODE } from "../../lib/overview/sections-of-groups";
import { useTexts } from "../../lib/texts";
import { ClearFilters } from "./clear-filters";
import { CreatedFilter } from "./created-filter";
import { FilterMenu } from "./filter-menu";
import { RangeFilter } from "./range-filter";

export const PAYMENT_FILTERS = [
  "state",
  "mode",
  "method",
  "account",
  "currency",
  "risk",
  "created_from",
  "created_to",
  "amount_min",
  "amount_max",
  "capturable",
  "held",
  "attention",
  "refunded",
  "disputed",
  "challenged",
  "reviewed",
  "decline_code",
  "sales_channel",
] as const;

const STATES: Record<LedgerState, true> = {
  created: true,
  action_required: true,
  pending: true,
  unknown: true,
  authorised: true,
  captured: true,
  voided: true,
  declined: true,
  expired: true,
};
const MODES = ["card", "checkout", "apm"] as const;
const FLAGS = ["capturable", "held", "attention", "refunded", "disputed", "challenged", "reviewed"] as const;

/** Methods are shown by name and selected by code. */
const named = (seen: Props["seen"]) =>
  (seen?.methods ?? []).map((value) => ({ value, label: seen?.method_names[value] ?? value }));

interface Props {
  readonly address: UrlState;
  readonly seen: PaymentPage["seen"] | undefined;
}

export function PaymentFilterBar({ address, seen }: Props) {
  const { t } = useTexts();
  const plain = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));
  const states = Object.keys(STATES).filter((state): state is LedgerState => state in STATES);
  const codes = address
    .all("decline_code")
    .map((value) => ({ value, label: value === NO_CODE ? t("overview.noCode") : value }));
  const known = (seen?.sales_channels ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const unknown = address.all("sales_channel").includes(NO_CHANNEL)
    ? [{ value: NO_CHANNEL, label: t("overview.noChannel") }]
    : [];
  const channels =
    known.length + unknown.length > 1 || address.all("sales_channel").length > 0 ? [...known, ...unknown] : [];
  const menus = [
    {
      id: "state",
      name: t("payments.state"),
      choices: states.map((value) => ({ value, label: t(`payment.state.${value}`) })),
    },
    {
      id: "mode",
      name: t("payments.paymentType"),
      choices: MODES.map((value) => ({ value, label: t(`payment.mode.${value}`) })),
    },
    { id: "method", name: t("payments.method"), choices: named(seen) },
    { id: "currency", name: t("payments.currency"), choices: plain(seen?.currencies) },
    { id: "risk", name: t("payments.risk"), choices: plain(seen?.risks) },
    // The page has no list of accounts; a link from another page may have named one.
    { id: "account", name: t("payments.account"), choices: plain(address.all("account")) },
    { id: "sales_channel", name: t("overview.channel"), choices: channels },
    { id: "decline_code", name: t("overview.code"), choices: codes },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-3" data-testid="acquiring-filters">
      {menus.map(({ id, name, choices }) => (
        <FilterMenu
          key={id}
          chosen={address.all(id)}
          onChoose={(values) => address.set({ [id]: values })}
          {...{ name, choices }}
        />
      ))}
      <FilterMenu
        name={t("payments.only")}
        choices={FLAGS.map((value) => ({ value, label: t(`payments.${value}`) }))}
        chosen={FLAGS.filter((flag) => address.one(flag) === "true")}
        onChoose={(values) =>
          address.set(Object.fromEntries(FLAGS.map((flag) => [flag, values.includes(flag) ? "true" : null])))
        }
      />
      <CreatedFilter address={address} />
      <Amount address={address} />
      <ClearFilters address={address} names={PAYMENT_FILTERS} />
    </div>
  );
}

function Amount({ address }: { address: UrlState }) {
  const { t } = useTexts();
  const currencies = address.all("currency");
  const [currency = ""] = currencies;
  return (
    <RangeFilter
      name={t("payments.amount")}
      type="text"
      from={address.one("amount_min") ?? ""}
      to={address.one("amount_max") ?? ""}
      refusal={currencies.length === 1 ? null : t("payments.oneCurrency")}
      wrong={t("payments.amountInvalid", { example: exampleIn(currency) })}
      isRight={(text) => readBoundIn(text, currency) !== null}
      onApply={(from, to) =>
        address.set({ amount_min: readBoundIn(from, currency), amount_max: readBoundIn(to, currency) })
      }
    />
  );
}
