import { Badge, Button, Input, RadioGroup, Skeleton, Text } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { BeneficiaryRow } from "../../../api-schema/admin";
import { fetchBeneficiaries } from "../../lib/payouts/beneficiary-calls";
import { countryName } from "../../lib/countries";
import { errorTextOf } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { BeneficiaryBadge } from "../beneficiaries/beneficiary-badge";
import { AccountMask } from "../payouts/payee";

interface Props {
  readonly chosen: BeneficiaryRow | null;
  readonly onChoose: (row: BeneficiaryRow) => void;
  readonly onAdd: () => void;
}

const SHOWN = 8;
const PAUSE_MS = 300;

export function BeneficiaryStep({ chosen, onChoose, onAdd }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState("");
  const q = usePaused(typed.trim());
  const filters = new URLSearchParams({ limit: String(SHOWN), ...(q === "" ? {} : { q }) });
  const { data, error, isPending } = useQuery({
    queryKey: ["acquiring", "beneficiaries", filters.toString()],
    queryFn: ({ signal }) => fetchBeneficiaries(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const found = data?.beneficiaries ?? [];
  const rows = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <div className="flex flex-col gap-y-4">
      <Text size="small">{t("payoutForm.findText")}</Text>
      <div className="flex flex-wrap gap-2">
        <Input
          size="small"
          role="searchbox"
          maxLength={100}
          className="w-72 max-w-full"
          autoComplete="off"
          value={typed}
          placeholder={t("beneficiary.search")}
          aria-label={t("beneficiary.searchLabel")}
          onChange={(event) => setTyped(event.target.value)}
          data-testid="acquiring-find-beneficiary"
        />
        <Button size="small" variant="secondary" type="button" onClick={onAdd} data-testid="acquiring-add-beneficiary">
          {t("payoutForm.addNew")}
        </Button>
      </div>
      {isPending ? (
        <div aria-busy="true" aria-label={t("payment.loading")} role="status">
          <Skeleton className="h-24 w-full" />
        </div>
      ) : null}
      {error ? <Trouble text={errorTextOf(t, error)} /> : null}
      {data !== undefined && rows.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t(q === "" ? "beneficiary.none" : "beneficiary.noMatch")}
        </Text>
      ) : null}
      <RadioGroup
        aria-label={t("payoutForm.step.beneficiary")}
        value={chosen?.id ?? ""}
        onValueChange={(id) => rows.filter((row) => row.id === id).forEach(onChoose)}
        className="divide-ui-border-base flex flex-col gap-y-0 divide-y rounded-lg border"
      >
        {rows.map((row) => (
          <Choice key={row.id} row={row} />
        ))}
      </RadioGroup>
    </div>
  );
}

function Choice({ row }: { row: BeneficiaryRow }) {
  const { t, locale } = useTexts();
  const id = useId();
  const where = [row.bank_name, row.country === null ? null : countryName(row.country, locale)]
    .filter((part) => part !== null)
    .join(", ");
  return (
    <div className="flex items-start gap-x-3 px-4 py-3" data-testid="acquiring-choice">
      <RadioGroup.Item id={id} value={row.id} disabled={row.blocked} className="mt-0.5" />
      <label htmlFor={id} className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2">
        <span className="min-w-0">
          <Text size="small" weight="plus" className="[overflow-wrap:anywhere]">
            <bdi>{short(row.name)}</bdi>
          </Text>
          <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
            <AccountMask mask={row.account_mask} /> <bdi>{short(where)}</bdi>
          </Text>
        </span>
        <span className="flex flex-wrap items-center gap-1">
          {row.currency === null ? null : <Badge size="2xsmall">{row.currency}</Badge>}
          <BeneficiaryBadge row={row} />
        </span>
        {row.blocked ? <span className="sr-only">{t("beneficiary.blockedText")}</span> : null}
      </label>
    </div>
  );
}

/** Searches when typing pauses, so that not every letter is a request. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
