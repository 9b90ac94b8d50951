import type { FieldProblem } from "../../api-schema/admin";

/** HTTP client with the dashboard's own login. Not for storefronts; knows no route. */
declare const __BACKEND_URL__: string | undefined;
declare const __AUTH_TYPE__: string | undefined;
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined;

/** The server refused the request, and why. Any other failure is no answer. */
export class RequestRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

export const isRequestRefused = (error: unknown, status: number): boolean =>
  error instanceof RequestRefusal && error.status === status;

/** The origin before the path: empty when the dashboard and the server share one. */
export function baseOf(configured: string | undefined): string {
  return configured === undefined || configured === "/" ? "" : configured.replace(/\/+$/, "");
}

const backend = (): string => baseOf(typeof __BACKEND_URL__ === "string" ? __BACKEND_URL__ : undefined);

/** With token authentication the dashboard keeps the token in the browser; with sessions it sends the cookie. */
function login(): Record<string, string> {
  if (typeof __AUTH_TYPE__ !== "string" || __AUTH_TYPE__ !== "jwt") return {};
  const named = typeof __JWT_TOKEN_STORAGE_KEY__ === "string" ? __JWT_TOKEN_STORAGE_KEY__ : "";
  const token = localStorage.getItem(named === "" ? "medusa_auth_token" : named);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const headers = { accept: "application/json", ...login(), ...init.headers };
  const response = await fetch(backend() + path, { credentials: "include", ...init, headers });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const message = messageIn(body);
  if (response.status >= 400 && response.status < 500)
    // The answer of a proxy or of a missing route has no message.
    throw new RequestRefusal(response.status, message || `HTTP ${String(response.status)}`, fieldsIn(body));
  throw new Error(`The server answered HTTP ${String(response.status)}. ${message}`);
}

function messageIn(body: unknown): string {
  const isNamed = typeof body === "object" && body !== null && "message" in body;
  return isNamed && typeof body.message === "string" ? body.message : "";
}

function fieldsIn(body: unknown): readonly FieldProblem[] {
  if (typeof body !== "object" || body === null || !("fields" in body) || !Array.isArray(body.fields)) return [];
  const several: readonly unknown[] = body.fields;
  return several.filter(isProblem);
}

const isProblem = (one: unknown): one is FieldProblem =>
  typeof one === "object" &&
  one !== null &&
  "path" in one &&
  typeof one.path === "string" &&
  "message" in one &&
  typeof one.message === "string";

export async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await reach(path, { signal })).json();
}

export const send = <T>(path: string, body: unknown): Promise<T> => write<T>("POST", path, body);
export const putJson = <T>(path: string, body: unknown): Promise<T> => write<T>("PUT", path, body);

async function write<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
  const init = { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return (await reach(path, init)).json();
}

export async function removeAt<T>(path: string): Promise<T> {
  return (await reach(path, { method: "DELETE" })).json();
}

/** Fetches a file before the browser saves it, so that a refusal can be shown. */
export async function save(path: string, name: string): Promise<void> {
  const blob = await (await reach(path, { headers: { accept: "text/csv" } })).blob();
  saveFile(blob, name);
}

/** The browser's download of what is in memory. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A new idempotency key; also outside a secure context, where `randomUUID` is missing. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
