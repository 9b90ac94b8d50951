import type { GatewayAccount } from "../../gateway/model/account";

const FOR_TESTS = /(^|[^a-z])(sandbox|test|testing|uat|stage|staging|demo|dev|localhost)([^a-z]|$)|^127\.|^\[::1\]/;

/** Why nothing is sent; null if it may be. The option `sandbox` is required in any case. */
export function conformanceRefusal(
  { key, sandbox, baseUrl }: Pick<GatewayAccount, "key" | "sandbox" | "baseUrl">,
  isAffirmed: boolean,
  isProduction: boolean,
): string | null {
  if (!sandbox) return `This command makes payments. If "${key}" is a test account, set accounts.${key}.sandbox: true.`;
  if (isAffirmed) return null;
  if (isProduction)
    return "This command makes payments, and NODE_ENV is production. If this is a test system, add --this-is-a-test";
  return FOR_TESTS.test(new URL(baseUrl).hostname)
    ? null
    : `This command makes payments, and ${baseUrl} does not look like a test system. If it is one, add --this-is-a-test`;
}
