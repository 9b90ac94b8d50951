import { CheckCircleSolid } from "@medusajs/icons";
import { Text } from "@medusajs/ui";
import { useTexts } from "../../lib/texts";

const STEPS = ["beneficiary", "money", "review"] as const;
export type Step = (typeof STEPS)[number];

export function Steps({ current }: { current: Step }) {
  const { t } = useTexts();
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={t("payoutForm.steps")}>
      <ol className="flex flex-wrap gap-x-6 gap-y-2">
        {STEPS.map((step, index) => (
          <li key={step} aria-current={step === current ? "step" : undefined} className="flex items-center gap-x-2">
            {index < at ? (
              <CheckCircleSolid aria-hidden="true" className="text-ui-tag-green-icon" />
            ) : (
              <span
                aria-hidden="true"
                className={`txt-compact-xsmall-plus flex size-5 items-center justify-center rounded-full border ${
                  step === current ? "bg-ui-bg-interactive text-ui-fg-on-color border-transparent" : "text-ui-fg-subtle"
                }`}
              >
                {index + 1}
              </span>
            )}
            <Text
              size="small"
              weight={step === current ? "plus" : "regular"}
              className={step === current ? "" : "text-ui-fg-subtle"}
            >
              {t(`payoutForm.step.${step}`)}
            </Text>
          </li>
        ))}
      </ol>
    </nav>
  );
}
