import { Button, Text } from "@medusajs/ui";
import { useId } from "react";
import { useTexts } from "../../lib/texts";
import { SectionHead } from "../notifications/section-head";

interface Props {
  readonly isBlocked: boolean;
  /** There is nothing left to erase. */
  readonly isOver: boolean;
  readonly onErase: () => void;
}

/** The button stays focusable, so that the keyboard reaches it and screen readers say why it does nothing. */
export function EraseSection({ isBlocked, isOver, onErase }: Props) {
  const { t } = useTexts();
  const id = useId();
  const isOff = isBlocked || isOver;
  return (
    <div data-testid="acquiring-person-erase">
      <SectionHead title={t("privacy.erase.title")} text={t("privacy.erase.text")}>
        <Button
          size="small"
          variant={isOff ? "secondary" : "danger"}
          aria-disabled={isOff}
          aria-describedby={isOff ? id : undefined}
          className={isOff ? "opacity-50" : undefined}
          onClick={isOff ? undefined : onErase}
          data-testid="acquiring-erase"
        >
          {t("privacy.erase.go")}
        </Button>
      </SectionHead>
      {isOff ? (
        <Text id={id} size="small" className="px-6 pb-4" data-testid="acquiring-erase-off">
          {t(isBlocked ? "privacy.erase.blocked" : "privacy.person.anonymous")}
        </Text>
      ) : null}
    </div>
  );
}
