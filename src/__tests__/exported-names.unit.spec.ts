import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * One word for one thing: a name exported by two files is questionable. Each that stays has its reason here; a new one
 * needs another name. Texts, tests, migrations and the simulator (independent of the plugin) do not count.
 */
const root = join(__dirname, "..");
const NOT_COUNTED = /__tests__|\/migrations\/|\/i18n\/|\/languages\/|^simulator\/|texts\.ts$/;
const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(?:class|interface|type|const|function\*?) (\w+)/gm;

const MEDUSA = "Medusa wants this name in each file of that kind.";
const COMMAND = "Each command of the CLI has the same two exports.";
const CALL = "The dashboard's call has the name of the use case that it reaches; the two never meet in one file.";
const SCHEMA =
  "The HTTP schema's type of the same thing; the module must not import the schema, and the compiler compares them.";
const MODEL = "Medusa's data model of what the schema shows.";
const TWO_BUNDLES = "The dashboard and the React kit are two bundles with a component of their own.";
const PACKAGES = "The SDK and the React kit are packages of their own and offer the same thing under its name.";

const REASONS: Readonly<Record<string, string>> = {
  ...of(MEDUSA, "DELETE GET POST config"),
  ...of(COMMAND, "HELP run"),
  ...of(
    CALL,
    "approvePayout blockBeneficiary capturePayment changeBeneficiary changePayout copyPayout createPayout decidePayout",
  ),
  ...of(CALL, "importPayouts queryPayment refundPayment rejectPayout removePlan replayNotification revealBeneficiary"),
  ...of(CALL, "createLink renewLink requestPayment revokeLink sendLink"),
  ...of(CALL, "sendTestPayment submitPayout unblockBeneficiary voidPayment withdrawPayout"),
  ...of(
    SCHEMA,
    "AttentionAction AttentionKind BankDetails BeneficiaryEventKind BeneficiaryInfo BeneficiaryInput BeneficiaryRow",
  ),
  ...of(
    SCHEMA,
    "ChargeState DisputeState EntityType HealthStatus NotificationLanguage NotificationTopic OperationKind OperationStatus PayoutEventKind PayoutInput PayoutRow",
  ),
  ...of(SCHEMA, "PayoutSetup PayoutState PersonDocument PersonInput PlanInterval"),
  ...of(MODEL, "BulkItem BulkRun PaymentLink PayoutApproval PayoutImport RefundProposal SavedCard StaffMessage"),
  ...of(TWO_BUNDLES, "CopyButton SelectField TextField"),
  ...of(PACKAGES, "PaymentInstructions SavedCards SubscriptionPage"),
  assertNever: "The React kit imports nothing of the server.",
};

function of(reason: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, reason]));
}

function exportedTwice(): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const file = name.split(sep).join("/");
    if (!/\.tsx?$/.test(file) || NOT_COUNTED.test(file)) continue;
    for (const [, exported = ""] of readFileSync(join(root, file), "utf8").matchAll(EXPORT)) {
      places.set(exported, (places.get(exported) ?? new Set()).add(file));
    }
  }
  return [...places].filter(([, files]) => files.size > 1).map(([exported]) => exported);
}

test("each name exported by several files has a reason, and no reason is unused", () => {
  expect([...exportedTwice()].sort()).toEqual(Object.keys(REASONS).sort());
});
