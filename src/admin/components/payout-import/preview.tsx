import { Button, Hint, Label, StatusBadge, Switch, Text } from "@medusajs/ui";
import { useId, useState } from "react";
import type { PayoutImportAnswer } from "../../../api-schema/admin";
import { rowsAt, saveText } from "../../lib/payouts/import-file";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { PreviewTable } from "./preview-table";

interface Props {
  readonly file: { readonly name: string; readonly csv: string };
  readonly answer: PayoutImportAnswer;
  readonly isMaking: boolean;
  readonly isRepeating: boolean;
  readonly onRepeats: (isRepeating: boolean) => void;
  readonly onMake: (skipBad: boolean) => void;
  readonly onAnother: () => void;
}

/** Drafts are created from all rows, or only from the valid ones if the reader chooses so. */
export function Preview({ file, answer, isMaking, isRepeating, onRepeats, onMake, onAnother }: Props) {
  const { t } = useTexts();
  const [isSkipping, setSkipping] = useState(false);
  const { rows, bad } = answer;
  const good = rows - bad;
  const isReady = good > 0 && (bad === 0 || isSkipping);
  return (
    <div className="flex flex-col gap-y-5" data-testid="acquiring-import-preview">
      <Text size="small" weight="plus" className="[overflow-wrap:anywhere]">
        <bdi>{short(file.name)}</bdi>
      </Text>
      <Counts answer={answer} />
      <PreviewTable answer={answer} />
      {answer.repeated === 0 ? null : (
        <Choice name="repeats" isOn={isRepeating} onChange={onRepeats} isDisabled={isMaking} />
      )}
      {bad === 0 ? null : <Skip {...{ isSkipping, setSkipping }} hasGood={good > 0} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" size="small" variant="secondary" onClick={onAnother} disabled={isMaking}>
          {t("payoutImport.another")}
        </Button>
        {bad === 0 ? null : (
          <Button
            type="button"
            size="small"
            variant="secondary"
            onClick={() => saveText(rowsAt(file.csv, linesOf(answer)), "payouts-to-correct.csv")}
            data-testid="acquiring-import-bad-file"
          >
            {t("payoutImport.badFile")}
          </Button>
        )}
        <Button
          type="button"
          size="small"
          disabled={!isReady}
          isLoading={isMaking}
          onClick={() => onMake(isSkipping)}
          data-testid="acquiring-import-make"
        >
          {t("payoutImport.make", { number: good })}
        </Button>
      </div>
    </div>
  );
}

const linesOf = ({ preview }: PayoutImportAnswer): number[] =>
  preview.flatMap(({ line, problems }) => (problems.length > 0 ? [line] : []));

function Counts({ answer: { rows, bad, totals } }: { answer: PayoutImportAnswer }) {
  const { t, money } = useTexts();
  return (
    <div className="flex flex-col gap-y-2" role="status" data-testid="acquiring-import-counts">
      <div className="flex flex-wrap gap-2">
        <StatusBadge color="grey">{t("payoutImport.rows", { number: rows })}</StatusBadge>
        <StatusBadge color="green">{t("payoutImport.good", { number: rows - bad })}</StatusBadge>
        {bad === 0 ? null : <StatusBadge color="red">{t("payoutImport.bad", { number: bad })}</StatusBadge>}
      </div>
      <ul>
        {totals.map(({ currency, amount, payouts }) => (
          <li key={currency}>
            <Text size="small">{t("payoutImport.together", { amount: money(amount, currency), number: payouts })}</Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SkipProps {
  readonly isSkipping: boolean;
  readonly setSkipping: (isSkipping: boolean) => void;
  readonly hasGood: boolean;
}

function Skip({ isSkipping, setSkipping, hasGood }: SkipProps) {
  const { t } = useTexts();
  if (!hasGood) return <Text size="small">{t("payoutImport.allBad")}</Text>;
  return (
    <div className="flex flex-col gap-y-2">
      <Text size="small">{t("payoutImport.correct")}</Text>
      <Choice name="skip" isOn={isSkipping} onChange={setSkipping} />
    </div>
  );
}

interface ChoiceProps {
  readonly name: "skip" | "repeats";
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

function Choice({ name, isOn, onChange, isDisabled = false }: ChoiceProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className="flex items-start gap-x-2">
      <Switch
        id={id}
        size="small"
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 shrink-0"
        data-testid={`acquiring-import-${name}`}
      />
      <div className="flex min-w-0 flex-col">
        <Label htmlFor={id} size="small">
          {t(`payoutImport.${name}`)}
        </Label>
        <Hint id={`${id}-hint`}>{t(`payoutImport.${name}Text`)}</Hint>
      </div>
    </div>
  );
}
