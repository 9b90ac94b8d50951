import { Button, Text } from "@medusajs/ui";
import type { DocumentDraft } from "../../lib/payouts/beneficiary-form";
import type { Problems } from "../../lib/problems";
import { useTexts } from "../../lib/texts";
import { TextField } from "../forms/fields";
import { Pair } from "../forms/collapsible";

/** The API schema's limit. */
const MOST = 20;

interface Props {
  readonly documents: readonly DocumentDraft[];
  readonly problems: Problems;
  readonly onChange: (documents: readonly DocumentDraft[], path: string) => void;
}

export function DocumentFields({ documents, problems, onChange }: Props) {
  const { t } = useTexts();
  const keys = ["file_type", "file_url", "labels"] as const;
  return (
    <>
      <Text size="small" className="text-ui-fg-subtle">
        {t("beneficiaryForm.documentsText")}
      </Text>
      {documents.map((document, index) => (
        <div
          key={index}
          role="group"
          aria-label={t("beneficiaryForm.document", { number: index + 1 })}
          className="flex flex-col gap-y-3"
        >
          <Pair>
            {keys.map((key) => {
              const path = `person_documents.${String(index)}.${key}`;
              return (
                <TextField
                  key={key}
                  path={path}
                  name={t(`beneficiaryForm.field.person_documents.${key}`)}
                  value={document[key]}
                  problem={problems[path] ?? null}
                  isRequired={key !== "labels"}
                  type={key === "file_url" ? "url" : "text"}
                  most={key === "file_url" ? 1_000 : 200}
                  onType={(value) =>
                    onChange(
                      documents.map((one, place) => (place === index ? { ...one, [key]: value } : one)),
                      path,
                    )
                  }
                />
              );
            })}
          </Pair>
          <div>
            <Button
              type="button"
              size="small"
              variant="transparent"
              onClick={() =>
                onChange(
                  documents.filter((_, place) => place !== index),
                  "person_documents",
                )
              }
            >
              {t("beneficiaryForm.removeDocument", { number: index + 1 })}
            </Button>
          </div>
        </div>
      ))}
      {documents.length >= MOST ? null : (
        <div>
          <Button
            type="button"
            size="small"
            variant="secondary"
            onClick={() => onChange([...documents, { file_type: "", file_url: "", labels: "" }], `person_documents`)}
          >
            {t("beneficiaryForm.addDocument")}
          </Button>
        </div>
      )}
    </>
  );
}
