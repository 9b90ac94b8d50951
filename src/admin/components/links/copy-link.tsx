import { Text } from "@medusajs/ui";
import type { AdminPaymentLink } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";
import { CopyField } from "../copy-field";

/** The link's address to copy, or its token if no page for it is configured. Nothing once it is over. */
export function CopyLink({ link: { url, token } }: { link: AdminPaymentLink }) {
  const { t } = useTexts();
  const text = url ?? token;
  if (text === null) return null;
  return (
    <div className="flex flex-col gap-y-2">
      {url === null ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t("link.noPage")}
        </Text>
      ) : null}
      <CopyField
        text={text}
        copied={t("link.copied")}
        copyByHand={t("link.copyByHand")}
        aria-label={t("link.title")}
        fieldId="acquiring-link-url"
        buttonId="acquiring-link-copy"
      />
    </div>
  );
}
