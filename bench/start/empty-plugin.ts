import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ROOT } from "../harness/databases";

/**
 * A plugin that declares as much as the built package and does nothing: modules with as many models, routes with the
 * same methods, links, workflows, jobs and subscribers. What it adds to a start is Medusa's own work for each of them.
 */
export const EMPTY_PLUGIN = "empty-plugin";

const BUILT = join(ROOT, ".medusa/server/src");
/** Columns of each model, near the average of the package's models. */
const COLUMNS = 12;

type Write = (name: string, lines: readonly string[]) => Promise<void>;

/** Writes it into `modules`, a store's `node_modules`. */
export async function writeEmptyPlugin(modules: string): Promise<void> {
  const folder = join(modules, EMPTY_PLUGIN);
  const write: Write = async (name, lines) => {
    const file = join(folder, ".medusa/server/src", name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `"use strict";\n${lines.join("\n")}\n`);
  };
  for (const [index, module] of namesIn("modules").entries()) await writeModule(write, module, index);
  for (const route of namesIn("api").filter((name) => name.endsWith("route.js"))) await writeRoute(write, route);
  await writeLinks(write);
  await writeHandlers(write);
  await mkdir(folder, { recursive: true });
  const exported = { "./package.json": "./package.json", "./.medusa/server/src/modules/*": MODULE_FILE };
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: EMPTY_PLUGIN, version: "1.0.0", exports: exported }),
  );
}

const MODULE_FILE = "./.medusa/server/src/modules/*/index.js";

/** Names in a folder of the built package; of routes, their paths below it. */
const namesIn = (name: string): string[] =>
  readdirSync(join(BUILT, name), { recursive: name === "api", encoding: "utf8" }).sort();
const filesIn = (name: string): string[] => namesIn(name).filter((each) => each.endsWith(".js"));

/** A file may have several. */
const modelsOf = (module: string): string[] =>
  filesIn(`modules/${module}/models`).flatMap((file) =>
    [...readFileSync(join(BUILT, "modules", module, "models", file), "utf8").matchAll(/^exports\.(\w+)=/gm)].map(
      ([, name = ""]) => name,
    ),
  );

async function writeModule(write: Write, module: string, number: number): Promise<void> {
  const models = modelsOf(module).map((_, index) => `EmptyM${String(number)}N${String(index)}`);
  const columns = Array.from({ length: COLUMNS }, (_, index) => `c${String(index)}: model.text().nullable()`).join(
    ", ",
  );
  for (const name of models) {
    const table = name.toLowerCase();
    await write(`modules/${module}/models/${table}.js`, [
      'const { model } = require("@medusajs/framework/utils");',
      `exports.${name} = model.define({ name: "${name}", tableName: "${table}" }, { id: model.id().primaryKey(), ${columns} });`,
    ]);
  }
  await write(`modules/${module}/index.js`, [
    'const { MedusaService, Module } = require("@medusajs/framework/utils");',
    ...models.map((name) => `const { ${name} } = require("./models/${name.toLowerCase()}");`),
    `class EmptyService extends MedusaService({ ${models.join(", ")} }) {}`,
    `exports.default = Module("empty_${module}", { service: EmptyService });`,
  ]);
}

/** The same path and methods, below another name. */
async function writeRoute(write: Write, route: string): Promise<void> {
  const methods = [...readFileSync(join(BUILT, "api", route), "utf8").matchAll(/exports\.([A-Z]+)\s*=/g)];
  const lines = methods.map(
    ([, method]) => `exports.${String(method)} = async (_request, response) => response.end();`,
  );
  await write(join("api", route.replaceAll("acquiring", "empty")), lines);
}

async function writeLinks(write: Write): Promise<void> {
  const [first = "", second = ""] = namesIn("modules");
  for (const [index, link] of filesIn("links").entries()) {
    await write(`links/${link}`, [
      'const { defineLink } = require("@medusajs/framework/utils");',
      `const from = require("../modules/${first}").default.linkable.emptyM0N${String(index)};`,
      `const to = require("../modules/${second}").default.linkable.emptyM1N${String(index)};`,
      "exports.default = defineLink(from, to);",
    ]);
  }
}

async function writeHandlers(write: Write): Promise<void> {
  for (const job of filesIn("jobs"))
    await write(`jobs/${job}`, [
      "exports.default = async () => {};",
      `exports.config = { name: "empty-${basename(job, ".js")}", schedule: { interval: 3600000 } };`,
    ]);
  for (const subscriber of filesIn("subscribers"))
    await write(`subscribers/${subscriber}`, [
      `exports.default = async function ${basename(subscriber, ".js").replaceAll("-", "_")}() {};`,
      `exports.config = { event: "empty.${basename(subscriber, ".js")}" };`,
    ]);
  for (const workflow of filesIn("workflows").filter((name) => name !== "index.js"))
    await write(`workflows/${workflow}`, [
      'const { createStep, createWorkflow, StepResponse, WorkflowResponse } = require("@medusajs/framework/workflows-sdk");',
      `const step = createStep("empty-${basename(workflow, ".js")}-step", async () => new StepResponse({}));`,
      `exports.empty = createWorkflow("empty-${basename(workflow, ".js")}", () => new WorkflowResponse(step()));`,
    ]);
}
