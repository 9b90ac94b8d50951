import { useMemo } from "react";
import type { EntityType } from "../../../api-schema/admin";
import type { BeneficiaryDraft, BeneficiaryField } from "../../lib/payouts/beneficiary-form";
import { FOLDED, layoutOf, SHOWN_FIELDS } from "../../lib/payouts/beneficiary-form";
import type { Choice } from "../../lib/countries";
import { countriesIn, currenciesIn } from "../../lib/countries";
import type { Problems } from "../../lib/problems";
import { useTexts } from "../../lib/texts";
import { SelectField, TextField } from "../forms/fields";
import { Collapsible, Pair, CollapsiblePart } from "../forms/collapsible";
import { DocumentFields } from "./document-fields";

interface Props {
  readonly draft: BeneficiaryDraft;
  readonly problems: Problems;
  readonly refusals: number;
  readonly onChange: (draft: BeneficiaryDraft, path: string) => void;
}

export function BeneficiaryFields({ draft, problems, refusals, onChange }: Props) {
  const { t, locale } = useTexts();
  const layout = layoutOf(draft);
  const choices = useMemo(() => ({ countries: countriesIn(locale), currencies: currenciesIn(locale) }), [locale]);
  const field = (path: BeneficiaryField) => (
    <Field
      key={path}
      path={path}
      value={draft.typed[path] ?? ""}
      problem={problems[path] ?? null}
      isRequired={layout.who.includes(path)}
      {...choices}
      onType={(value) => onChange({ ...draft, typed: { ...draft.typed, [path]: value } }, path)}
    />
  );
  const titles = {
    who: t("beneficiaryForm.who"),
    bank: t("beneficiaryForm.bank"),
    address: t("beneficiaryForm.address"),
    more: t("beneficiaryForm.more"),
    moreAddress: t("beneficiaryForm.moreAddress"),
    info: t("beneficiaryForm.info"),
  };
  const isFilled = (path: BeneficiaryField): boolean => (draft.typed[path] ?? "") !== "";
  const isInvalid = (path: BeneficiaryField): boolean => problems[path] !== undefined;
  return (
    <>
      {SHOWN_FIELDS.map((part) => (
        <CollapsiblePart key={part} title={titles[part]}>
          {part === "who" ? (
            <Entity entity={draft.entity} onChoose={(entity) => onChange({ ...draft, entity }, "entity_type")} />
          ) : null}
          <Pair>{layout[part].map(field)}</Pair>
        </CollapsiblePart>
      ))}
      {FOLDED.map((part) => (
        <Collapsible
          key={part}
          title={titles[part]}
          isFilled={layout[part].some(isFilled)}
          isInvalid={layout[part].some(isInvalid)}
          refusals={refusals}
        >
          <Pair>{layout[part].map(field)}</Pair>
        </Collapsible>
      ))}
      <Collapsible
        title={t("beneficiaryForm.documents")}
        isFilled={draft.documents.length > 0}
        isInvalid={Object.keys(problems).some((path) => path.startsWith("person_documents"))}
        refusals={refusals}
      >
        <DocumentFields
          documents={draft.documents}
          problems={problems}
          onChange={(documents, path) => onChange({ ...draft, documents }, path)}
        />
      </Collapsible>
    </>
  );
}

function Entity({ entity, onChoose }: { entity: EntityType; onChoose: (entity: EntityType) => void }) {
  const { t } = useTexts();
  const kinds = ["COMPANY", "INDIVIDUAL"] as const;
  return (
    <SelectField
      path="entity_type"
      name={t("beneficiaryForm.field.entity_type")}
      value={entity}
      choices={kinds.map((value) => ({ value, label: t(`beneficiary.entity.${value}`) }))}
      onType={(value) => onChoose(kinds.find((kind) => kind === value) ?? entity)}
    />
  );
}

interface FieldProps {
  readonly path: BeneficiaryField;
  readonly value: string;
  readonly problem: string | null;
  readonly isRequired: boolean;
  readonly countries: readonly Choice[];
  readonly currencies: readonly Choice[];
  readonly onType: (value: string) => void;
}

const COUNTRIES: readonly BeneficiaryField[] = [
  "bank_details.bank_country_code",
  "address.country_code",
  "additional_info.personal_fiscal_country",
];

function Field({ path, countries, currencies, ...rest }: FieldProps) {
  const { t } = useTexts();
  const hints: Partial<Record<BeneficiaryField, string>> = {
    display_name: t("beneficiaryForm.hint.display_name"),
    "bank_details.bank_code": t("beneficiaryForm.hint.bank_code"),
    "bank_details.swift_code": t("beneficiaryForm.hint.swift_code"),
  };
  const frame = { path, name: t(`beneficiaryForm.field.${path}`), hint: hints[path], ...rest };
  const isCurrency = path === "bank_details.account_currency";
  if (isCurrency || COUNTRIES.includes(path))
    return <SelectField {...frame} choices={isCurrency ? currencies : countries} empty={t("beneficiaryForm.choose")} />;
  return <TextField {...frame} type={path === "date_of_birth" ? "date" : "text"} most={MOST[path]} />;
}

/** Where the API schema's limit is not 100 characters. */
const MOST: Partial<Record<BeneficiaryField, number>> = {
  company_name: 200,
  display_name: 200,
  "bank_details.account_name": 200,
  "bank_details.bank_name": 200,
  "bank_details.bank_street_address": 300,
  "bank_details.iban": 50,
  "bank_details.swift_code": 11,
  "address.street": 200,
  "address.street_address": 300,
  "address.complement": 200,
};
