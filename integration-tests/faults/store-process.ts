import { resolve } from "node:path";
import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import type { Answer, Question, Ready } from "./commands";
import { StoreFloor } from "./store-floor";

/**
 * One store instance in its own process: the root Medusa app with its routes, without jobs. It may be killed at any
 * time.
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
  // Exits when the parent is gone.
  process.once("disconnect", () => process.exit(0));
  tell({ ready: true, port });
}

const tell = (message: Answer | Ready): void => void process.send?.(message);

/** Workflows throw errors as plain objects. */
const wordsOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
