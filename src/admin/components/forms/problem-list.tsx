import { Alert } from "@medusajs/ui";
import type { FieldProblem } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

export function ProblemList({ number, others }: { number: number; others: readonly FieldProblem[] }) {
  const { t } = useTexts();
  if (number === 0 && others.length === 0) return null;
  const counted = t(number === 1 ? "beneficiaryForm.problem" : "beneficiaryForm.problems", { number });
  return (
    <Alert variant="error" role="alert" data-testid="acquiring-problems">
      {number === 0 ? null : <span className="block">{counted}</span>}
      {others.length === 0 ? null : <span className="block">{t("beneficiaryForm.general")}</span>}
      {others.map(({ path, message }) => (
        <span key={path} className="txt-small block [overflow-wrap:anywhere]" dir="auto">
          {short(message)}
        </span>
      ))}
    </Alert>
  );
}
