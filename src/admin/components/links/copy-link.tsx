import { Button, Input, Text, toast } from "@medusajs/ui";
import { useRef } from "react";
import type { AdminPaymentLink } from "../../../api-schema/admin";
import { writeToClipboard } from "../../lib/clipboard";
import { useTexts } from "../../lib/texts";

/** The link's address to copy, or its token if no page for it is configured. Nothing once it is over. */
export function CopyLink({ link: { url, token } }: { link: AdminPaymentLink }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const text = url ?? token;
  if (text === null) return null;
  const copy = (): void => {
    input.current?.select();
    writeToClipboard(text)
      .then(() => toast.success(t("link.copied")))
      .catch(() => toast.error(t("link.copyByHand")));
  };
  return (
    <div className="flex flex-col gap-y-2">
      {url === null ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t("link.noPage")}
        </Text>
      ) : null}
      <div className="flex items-center gap-x-2">
        <div className="min-w-0 grow">
          <Input
            ref={input}
            size="small"
            readOnly
            dir="ltr"
            value={text}
            aria-label={t("link.title")}
            onFocus={(event) => event.target.select()}
            data-testid="acquiring-link-url"
          />
        </div>
        <Button size="small" variant="secondary" type="button" onClick={copy} data-testid="acquiring-link-copy">
          {t("link.copy")}
        </Button>
      </div>
    </div>
  );
}
