import { z } from "@medusajs/framework/zod";
import { openStore } from "../../src/cli/store/open-store";
import { ROOT } from "../harness/databases";
import { answerParent } from "../harness/serve";
import { openTill } from "./till";

/** The selling process whose memory is measured: a store without routes and jobs. */
const Lot = z.object({ first: z.number(), count: z.number() });

async function main(): Promise<void> {
  const store = await openStore(ROOT);
  const till = await openTill(store.container, process.env.ACQUIRING_BASE_URL ?? "");
  const sell = (input: unknown): Promise<void> => {
    const { first, count } = Lot.parse(input);
    return till.sell(first, count);
  };
  answerParent(null, { sell }, async () => {
    await till.close();
    await store.close();
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
