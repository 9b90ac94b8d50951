import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { adminOpenApi } from "../admin/openapi";
import { adminRoutes } from "../admin/routes";

/** Compares the OpenAPI document with the API schema, and the route files with its table of routes. */
const ROOT = join(__dirname, "../../..");
const ROUTES = join(ROOT, "src/api/admin/acquiring");

interface Found {
  readonly name: string;
  readonly code: string;
}

const found: readonly Found[] = readdirSync(ROUTES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .flatMap((file) => {
    const code = readFileSync(join(ROUTES, file), "utf8");
    const path = file
      .replace(/\/?route\.ts$/, "")
      .replaceAll("\\", "/")
      .replace(/\[(\w+)\]/g, ":$1");
    return [...code.matchAll(/^export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/gm)].map(([, method]) => ({
      name: `${(method ?? "").toLowerCase()} /admin/acquiring/${path}`,
      code,
    }));
  });

const documented = adminRoutes.map(({ method, path }) => `${method} ${path}`);

test("the document matches the API schema; regenerate it with npm run openapi", () => {
  const written: unknown = JSON.parse(readFileSync(join(ROOT, "docs/openapi.json"), "utf8"));
  expect(written).toEqual(JSON.parse(JSON.stringify(adminOpenApi())));
});

test("every route is documented, and every documented route exists", () => {
  expect(found.length).toBeGreaterThan(15);
  expect(found.map(({ name }) => name).sort()).toEqual([...documented].sort());
});

test("every route requires the documented permission", () => {
  for (const { method, path, permission } of adminRoutes) {
    const code = found.find(({ name }) => name === `${method} ${path}`)?.code ?? "";
    const asked = [...code.matchAll(/(?:permission: |requirePermission\([^)]*, )"(\w+)"/g)].map(([, name]) => name);
    expect([path, permission === null ? asked : asked.includes(permission)]).toEqual([
      path,
      permission === null ? [] : true,
    ]);
  }
});

interface Schema {
  readonly $ref?: string;
}

test("every reference in the document resolves, and no two are named the same", () => {
  const text = JSON.stringify(adminOpenApi());
  const document: {
    components: { schemas: Record<string, Schema> };
    paths: Record<string, Record<string, Operation>>;
  } = JSON.parse(text);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? "");
  expect(references.length).toBeGreaterThan(50);
  const missing = references.filter(
    (each) => !(each.replace("#/components/schemas/", "") in document.components.schemas),
  );
  expect(missing).toEqual([]);
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("required body fields are required, and filters are optional", () => {
  const document: {
    components: { schemas: Record<string, { required?: string[] }> };
    paths: Record<string, Record<string, Operation>>;
  } = JSON.parse(JSON.stringify(adminOpenApi()));
  expect(document.components.schemas.RefundAction?.required).toEqual(["key", "amount"]);
  const filters = document.paths["/admin/acquiring/payments"]?.get?.parameters ?? [];
  expect(filters.map(({ name }) => name)).toContain("state");
  expect(filters.filter(({ required }) => required)).toEqual([]);
});

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly required: boolean }[];
}

test("changing routes answer 415 to anything but JSON, and document that pages of another origin are refused", () => {
  const { paths }: { paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>> } =
    JSON.parse(JSON.stringify(adminOpenApi()));
  for (const { method, path } of adminRoutes) {
    const responses = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method]?.responses ?? {};
    const isChanging = method !== "get";
    expect([path, "415" in responses, responses["403"]?.description.includes("another origin")]).toEqual([
      path,
      isChanging,
      isChanging,
    ]);
  }
});
