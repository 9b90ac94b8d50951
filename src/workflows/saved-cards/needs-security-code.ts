import { z } from "@medusajs/framework/zod";
import type { GatewayAccount } from "../../gateway/options";

const WithTokens = z.object({ tokens: z.object({ securityCode: z.boolean() }) });

/** Does this account's gateway want the security code again with a saved card (`profile.tokens.securityCode`)? No by default. */
export function needsSecurityCode(account: GatewayAccount): boolean {
  const profile = WithTokens.safeParse(account.profile);
  return profile.success && profile.data.tokens.securityCode;
}
