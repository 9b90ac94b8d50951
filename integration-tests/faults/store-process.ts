import { resolve } from "node:path";
import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import type { Answer, Question, Ready } from "./commands";
import { StoreFloor } from "./store-floor";

/**
 * One instance of the store in a process of its own: the root Medusa app, with its
 * routes, without jobs. It obeys its parent and may be killed at any moment.
 */
async function main(): Promise<void> {
  const app = express();
  const { container } = await loaders({ directory: resolve(__dirname, "../.."), expressApp: app });
  const port = Number.parseInt(process.env.PORT ?? "", 10);
  await new Promise<void>((listening, failed) => {
    app.listen(port, "127.0.0.1", listening).once("error", failed);
  });
  const floor = new StoreFloor(container);
  process.on("message", (question: Question) => {
    floor.obey(question.command).then(
      (value) => tell({ id: question.id, ok: true, value: value ?? null }),
      (error: unknown) => tell({ id: question.id, ok: false, error: wordsOf(error) }),
    );
  });
  // Whoever has no parent any more has nothing to do.
  process.once("disconnect", () => process.exit(0));
  tell({ ready: true, port });
}

const tell = (message: Answer | Ready): void => void process.send?.(message);

/** A workflow hands its error on as a plain object. */
const wordsOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
