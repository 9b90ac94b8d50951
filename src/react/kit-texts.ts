import type { PersonPath } from "./fields/person-fields";
import { englishPersonLabels } from "./fields/person-labels";
import type { Label, Texts } from "./parts/sdk";

export type KitTexts = Readonly<Record<Label | PersonPath, string>>;
export type LabelOverrides = Readonly<Partial<KitTexts>>;

export const kitTextsOf = ({ labels }: Texts, own: LabelOverrides = {}): KitTexts => ({
  ...labels,
  ...englishPersonLabels,
  "person.document_number": labels.documentNumber,
  "person.document_type": labels.documentType,
  "person.email": labels.email,
  "person.phone_number": labels.phone,
  "person.birth_date": labels.birthDate,
  ...own,
});
