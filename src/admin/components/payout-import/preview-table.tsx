import { Badge, Label, Switch, Table, Text } from "@medusajs/ui";
import { useId, useState } from "react";
import type { PayoutImportAnswer, PayoutImportRow } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

export function PreviewTable({ answer: { preview, bad, rows } }: { answer: PayoutImportAnswer }) {
  const { t } = useTexts();
  const [onlyBad, setOnlyBad] = useState(bad > 0);
  const id = useId();
  const shown = onlyBad ? preview.filter(({ problems }) => problems.length > 0) : preview;
  return (
    <div className="flex flex-col gap-y-3">
      <div className="flex items-center gap-x-2">
        <Switch id={id} size="small" checked={onlyBad} onCheckedChange={setOnlyBad} />
        <Label htmlFor={id} size="small">
          {t("payoutImport.onlyBad")}
        </Label>
      </div>
      {shown.length === 0 ? (
        <Text size="small">{t("payoutImport.noneBad")}</Text>
      ) : (
        <div
          className="max-h-[32rem] overflow-auto rounded-lg border"
          tabIndex={0}
          role="region"
          aria-label={t("payoutImport.preview")}
        >
          <Table className="min-w-[44rem]">
            <Table.Header>
              <Table.Row>
                <Table.HeaderCell>{t("payoutImport.line")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payoutImport.result")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payoutForm.step.beneficiary")}</Table.HeaderCell>
                <Table.HeaderCell className="text-right">{t("payoutForm.amount")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payoutForm.reference")}</Table.HeaderCell>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {shown.map((row) => (
                <Line key={row.line} row={row} />
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
      {preview.length < rows ? (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("payoutImport.cut")}
        </Text>
      ) : null}
    </div>
  );
}

function Line({ row }: { row: PayoutImportRow }) {
  const { t, money } = useTexts();
  const { line, beneficiary, known, amount, currency, reference, problems } = row;
  return (
    <Table.Row data-testid="acquiring-import-row" data-bad={problems.length > 0}>
      <Table.Cell>{line}</Table.Cell>
      <Table.Cell className="min-w-56 py-2">
        {problems.length === 0 ? (
          <Text size="xsmall" className="text-ui-fg-subtle">
            {t("payoutImport.right")}
          </Text>
        ) : (
          <ul className="flex flex-col gap-y-1">
            {problems.map(({ path, message }, index) => (
              <li key={index} className="txt-compact-xsmall whitespace-normal [overflow-wrap:anywhere]">
                <bdi className="text-ui-fg-subtle font-mono">{short(path)}</bdi>{" "}
                <span className="text-ui-tag-red-text" dir="auto">
                  {short(message)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Table.Cell>
      <Table.Cell className="max-w-56">
        <span className="flex items-center gap-x-2">
          <bdi className="truncate">{beneficiary === null ? "–" : short(beneficiary)}</bdi>
          {beneficiary === null ? null : (
            <Badge size="2xsmall" className="shrink-0 whitespace-nowrap" color={known ? "grey" : "blue"}>
              {t(known ? "payoutImport.known" : "payoutImport.fresh")}
            </Badge>
          )}
        </span>
      </Table.Cell>
      <Table.Cell className="text-right">
        {amount === null ? "–" : currency === null ? <bdi>{short(amount)}</bdi> : money(amount, currency)}
      </Table.Cell>
      <Table.Cell className="max-w-48 truncate">
        <bdi>{reference === null ? "–" : short(reference)}</bdi>
      </Table.Cell>
    </Table.Row>
  );
}
