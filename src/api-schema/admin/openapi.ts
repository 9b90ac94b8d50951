import { z } from "@medusajs/framework/zod";
import * as schemas from "./index";
import type { AdminRoute } from "./route";
import * as routes from "./routes";

/** OpenAPI 3.1 description generated from the schemas; `npm run openapi` writes it to `docs/openapi.json`. */
type Json = Readonly<Record<string, unknown>>;

const named: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries({ ...schemas, ...routes }).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[value, name] as const] : [],
  ),
);

const PARAMETER = /:(\w+)/g;

export function adminOpenApi(): Json {
  const taken = new Set(routes.adminRoutes.flatMap(({ body, query }) => [body, query]));
  const given = [...named.keys()].filter((schema) => !taken.has(schema));
  const bodies = routes.adminRoutes.flatMap(({ body }) => body ?? []);
  const schemas = { ...schemasOf(given, "output"), ...schemasOf(bodies, "input"), Error: PROBLEM };
  return {
    openapi: "3.1.0",
    info: {
      title: "medusa-payment-acquiring: the dashboard's API",
      version: "1",
      description:
        "Amounts are decimal strings in major units. Times are ISO 8601 in UTC. Texts from the gateway are untrusted: show them as text.",
    },
    security: [{ session: [] }, { bearer: [] }, { apiKey: [] }],
    paths: pathsOf(routes.adminRoutes),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "connect.sid" },
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "http", scheme: "basic", description: "A secret API key as the user name." },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const PROBLEM: Json = {
  type: "object",
  properties: { type: { type: "string" }, message: { type: "string" } },
  required: ["type", "message"],
};

const refOf = (name: string): string => `#/components/schemas/${name}`;

function schemasOf(list: readonly z.ZodType[], io: "input" | "output"): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const schema of new Set([...list, ...shared(list)])) registry.add(schema, { id: named.get(schema) ?? "" });
  const { schemas } = z.toJSONSchema(registry, { io, uri: refOf });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}

/** Named enums and lists of them have the same input and output type. */
const shared = (list: readonly z.ZodType[]): z.ZodType[] =>
  list.length === 0 ? [] : [...named.keys()].filter((schema) => schema instanceof z.ZodEnum);

/** The document states the dialect once and has its own schema locations. */
function bare(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !["$schema", "$id", "id"].includes(key)));
}

function pathsOf(list: readonly AdminRoute[]): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of list) {
    const path = route.path.replaceAll(PARAMETER, "{$1}");
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: AdminRoute): Json {
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  return {
    operationId: operationIdOf(route),
    summary: route.does,
    description:
      route.permission === null
        ? "Requires a login, but no permission."
        : `Needs the permission \`${route.permission}\`.`,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: true, content: { "application/json": { schema: { $ref: refOf(nameOf(route.body)) } } } },
    }),
    responses: {
      [String(route.status)]: answerOf(route),
      "400": problem("A field or filter is invalid; the message names it."),
      "401": problem("Not logged in."),
      "403": problem(
        isChanging(route)
          ? "The permission is missing, or the request comes from a page of another origin; the message says which."
          : "The permission is missing; the message names it.",
      ),
      ...(route.path.includes(":") && { "404": problem("Nothing has this ID.") }),
      ...(isChanging(route) && { "415": problem("The request is not JSON.") }),
    },
  };
}

const isChanging = ({ method }: AdminRoute): boolean => method !== "get";

const nameOf = (schema: z.ZodType): string => named.get(schema) ?? "Error";

/** `post /payments/:id/capture` is `postPaymentsByIdCapture`. */
const operationIdOf = ({ method, path }: AdminRoute): string =>
  method +
  path
    .replace("/admin/acquiring", "")
    .split(/[/-]/)
    .map((part) => (part.startsWith(":") ? "By" + part.slice(1, 2).toUpperCase() + part.slice(2) : part))
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("");

const pathParameters = ({ path }: AdminRoute): Json[] =>
  [...path.matchAll(PARAMETER)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));

function queryParameters({ query }: AdminRoute): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    style: "form",
    explode: true,
    schema,
  }));
}

const FILE: Json = { schema: { type: "string", format: "binary" } };

function answerOf({ answer, status }: AdminRoute): Json {
  if (answer === "csv")
    return {
      description: "A CSV file in UTF-8 with a header.",
      content: { "text/csv": { schema: { type: "string" } } },
    };
  if (answer === "file")
    return { description: "The file.", content: { "application/pdf": FILE, "application/zip": FILE } };
  return {
    description: status === 202 ? "Started." : "The answer.",
    content: { "application/json": { schema: { $ref: refOf(nameOf(answer)) } } },
  };
}

const problem = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: refOf("Error") } } },
});
