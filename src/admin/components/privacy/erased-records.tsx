import { Heading, Table, Text } from "@medusajs/ui";
import { useId } from "react";
import type { PersonErased } from "../../../api-schema/admin";
import { sectionName } from "../../lib/privacy/privacy-texts";
import { useTexts } from "../../lib/texts";
import { CopyField } from "../copy-field";

/** What an erasure did, and the key that nothing shows again. */
export function ErasedRecords({ erased: { sections, proof_key: key } }: { erased: PersonErased }) {
  const { t, locale } = useTexts();
  const counts = Object.entries(sections);
  return (
    <div role="status" className="flex flex-col gap-y-4" data-testid="acquiring-erased">
      {key === null ? null : <ProofKey proofKey={key} />}
      {counts.length === 0 ? null : (
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("privacy.person.kind")}</Table.HeaderCell>
              <Table.HeaderCell>{t("privacy.erase.erased")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {counts.map(([name, count]) => (
              <Table.Row key={name} data-testid="acquiring-erased-section" data-section={name}>
                <Table.Cell>{sectionName(t, name)}</Table.Cell>
                <Table.Cell>{count.toLocaleString(locale)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      )}
    </div>
  );
}

function ProofKey({ proofKey }: { proofKey: string }) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className="flex flex-col gap-y-2">
      <Heading level="h3" id={id}>
        {t("privacy.erase.key")}
      </Heading>
      <Text size="small" id={`${id}-text`} className="text-ui-fg-subtle">
        {t("privacy.erase.keyText")}
      </Text>
      <CopyField
        text={proofKey}
        copied={t("privacy.erase.copied")}
        copyByHand={t("privacy.erase.copyByHand")}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        fieldId="acquiring-proof-key"
        buttonId="acquiring-proof-key-copy"
      />
    </div>
  );
}
