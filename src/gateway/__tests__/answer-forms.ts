import { isObject } from "../codec/json";

/** The same answer in other forms, of JSON and of XML, and what counts as an improvement of what it says. */
export interface Received {
  readonly kind: string;
  readonly fact: unknown;
  readonly isHeld: boolean;
}

export function received(outcome: unknown): Received {
  const { kind, fact, facts, reason } = outcome as Record<string, unknown>;
  const all = Array.isArray(facts) ? facts : [fact];
  const isHeld = all.some((one) => isObject(one) && isObject(one.risk) && Array.isArray(one.risk.unreadable));
  const decisive = all.map((one) => (isObject(one) ? decisiveFields(one) : null));
  return { kind: String(kind), fact: kind === "answered" || fact ? decisive : reason, isHeld };
}

/** Without the informational fields. */
function decisiveFields({
  kind,
  reading,
  orderNo,
  gatewayPaymentId,
  money,
  risk,
  threeDs,
  token,
  ...rest
}: Record<string, unknown>) {
  const recurring = isObject(rest.recurring) ? [rest.recurring.recurringId, rest.recurring.status] : null;
  const reasons = isObject(risk) && Array.isArray(risk.reasons) ? risk.reasons : [];
  const statuses = reasons.map((reason: unknown) => (isObject(reason) ? reason.status : null));
  const held = isObject(risk) ? [risk.action, risk.score, [...new Set(statuses)]] : null;
  const { operationId: id, requestId, actionUrl, waitsForCustomer } = rest;
  const known = { kind, reading, orderNo, gatewayPaymentId, money, held, threeDs, token, recurring };
  return { ...known, id, requestId, actionUrl, waitsForCustomer };
}

/** Undefined where the varied answer is worth no more than the plain one. */
export function improvement(plain: Received, varied: Received): unknown {
  if (["unknown", "failed", "refused"].includes(varied.kind) || varied.isHeld) return undefined;
  // A word that no table lists proves nothing, and is asked about again.
  if (JSON.stringify(varied.fact, big).includes('"unmapped"')) return undefined;
  const same = JSON.stringify([varied.kind, varied.fact], big) === JSON.stringify([plain.kind, plain.fact], big);
  return same || onlyLacks(plain, varied) ? undefined : { plain, varied };
}

/** Both leave it open, and the varied one lacks the amount or the page to go to. */
function onlyLacks(plain: Received, varied: Received): boolean {
  const [whole, part] = [plain, varied].map(({ fact }): unknown => (Array.isArray(fact) ? fact[0] : null));
  if (plain.kind !== "pending" || varied.kind !== "pending" || !isObject(whole) || !isObject(part)) return false;
  const isLost = whole.reading === "action_required" && part.actionUrl === null;
  const left = {
    ...whole,
    ...(part.money === null ? { money: null } : {}),
    ...(isLost ? { actionUrl: null, reading: "pending" } : {}),
  };
  return JSON.stringify(left, big) === JSON.stringify(part, big);
}

export const big = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

type Variation = (name: string, value: unknown) => readonly (readonly [string, unknown])[];
const VARIATIONS: Readonly<Record<string, Variation>> = {
  "a number": (name, value) => [
    [name, typeof value === "string" && /^-?[1-9]\d*$/.test(value) ? Number(value) : value],
  ],
  "a truth value": (name) => [[name, true]],
  // What it held is gone from the message then, unless it held nothing.
  "an empty list": (name, value) => [[name, value === "" ? [] : value]],
  "an empty object": (name, value) => [[name, value === "" ? {} : value]],
  "in a list": (name, value) => [[name, [value]]],
  "in an object": (name, value) => [[name, { value }]],
  "in an object of its own": (name, value) => [["part", { [name]: value }]],
  "in camel case": (name, value) => [[camel(name), value]],
  "in capitals": (name, value) => [[name.toUpperCase(), value]],
  "JSON in a text": (name, value) => [[name, JSON.stringify([value])]],
  "the only item": (name, value) => [[name, Array.isArray(value) ? (value[0] as unknown) : value]],
};

/** Every place of the answer, changed by each variation. */
export function* varied(tree: unknown, path = ""): Generator<readonly [name: string, tree: unknown]> {
  if (Array.isArray(tree)) {
    for (const [at, one] of tree.entries())
      for (const [name, part] of varied(one, path))
        yield [name, tree.map((each: unknown, i) => (i === at ? part : each))];
    return;
  }
  if (!isObject(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    const { [key]: _gone, ...rest } = tree;
    for (const [name, vary] of Object.entries(VARIATIONS))
      yield [`${path}${key} ${name}`, { ...rest, ...Object.fromEntries(vary(key, value)) }];
    for (const [name, part] of varied(value, `${path}${key}.`)) yield [name, { ...rest, [key]: part }];
  }
}

const XML: Readonly<Record<string, (name: string, inner: string) => string>> = {
  CDATA: (name, inner) => `<${name}><![CDATA[${inner}]]></${name}>`,
  "a comment inside": (name, inner) => `<${name}>${inner.slice(0, 1)}<!-- 9 -->${inner.slice(1)}</${name}>`,
  "an attribute": (name, inner) => `<${name} a="b">${inner}</${name}>`,
  "its value in an attribute": (name, inner) => `<${name} value="${inner.replaceAll(/[<>]/g, "")}"/>`,
  twice: (name, inner) => `<${name}>${inner}</${name}><${name}>${inner}</${name}>`,
  "twice, once otherwise": (name, inner) => `<${name}>${inner}</${name}><${name}>0</${name}>`,
  "an element around it": (name, inner) => `<part><${name}>${inner}</${name}></part>`,
  "an element inside": (name, inner) => `<${name}><value>${inner}</value></${name}>`,
  "camel case": (name, inner) => `<${camel(name)}>${inner}</${camel(name)}>`,
  capitals: (name, inner) => `<${name.toUpperCase()}>${inner}</${name.toUpperCase()}>`,
  "a prefix": (name, inner) => `<x:${name}>${inner}</x:${name}>`,
};

/** What a form of one of these fields improves; `readBy`: of the whole message. */
export function betterForms(
  names: readonly string[],
  message: (change: (xml: string) => string) => string,
  readBy: (body: string) => Received,
): readonly string[] {
  const plain = readBy(message((xml) => xml));
  return names.flatMap((name) =>
    Object.entries(XML).flatMap(([form, write]) => {
      const body = message((xml) =>
        xml.replace(new RegExp(`<${name}>(.*)</${name}>`), (_whole, inner: string) => write(name, inner)),
      );
      const found = improvement(plain, readBy(body));
      return found === undefined ? [] : [`${name} as ${form}: ${JSON.stringify(found, big)}`];
    }),
  );
}
