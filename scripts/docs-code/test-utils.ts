/** What the documents use of `@medusajs/test-utils`, which this repository does not install. */
import type { MedusaContainer } from "@medusajs/framework/types";

export declare function medusaIntegrationTestRunner(runner: {
  readonly env?: Readonly<Record<string, string>>;
  readonly testSuite: (suite: { readonly getContainer: () => MedusaContainer }) => void;
}): void;
