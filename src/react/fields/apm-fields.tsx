import type { ReactElement } from "react";
import { BANK_CODE_PATH } from "./person-fields";
import type { PaymentMethod } from "../parts/sdk";
import { SelectField } from "../parts/select-field";
import { useKitTexts } from "../parts/surface";
import { TextField } from "../parts/text-field";
import type { ApmDraftControl } from "./use-apm-draft";
import { questionsOf } from "./use-apm-draft";

export interface ApmFieldsProps {
  readonly method: PaymentMethod;
  readonly apm: ApmDraftControl;
}

export function ApmFields({ method, apm }: ApmFieldsProps): ReactElement {
  const kitTexts = useKitTexts();
  const { bank, fields } = questionsOf(method);
  const ofBank = { value: apm.bankCode, onValue: apm.changeBank, error: apm.errors.get(BANK_CODE_PATH) };
  return (
    <div className="acq-fields">
      {bank === "list" && (
        <SelectField {...ofBank} label={kitTexts.bank} placeholder={kitTexts.chooseBank} options={method.banks} />
      )}
      {bank === "text" && <TextField {...ofBank} label={kitTexts.bank} maxLength={50} />}
      {fields.map(({ path, ...shape }) => (
        <TextField
          key={path}
          {...shape}
          label={kitTexts[path]}
          value={apm.person[path] ?? ""}
          error={apm.errors.get(path)}
          onValue={(typed) => {
            apm.change(path, typed);
          }}
        />
      ))}
      <p className="acq-hint">{method.pays_later ? kitTexts.paysLater : kitTexts.redirectNotice}</p>
    </div>
  );
}
