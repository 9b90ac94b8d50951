/*
 * The profile's parts beyond plain card entry: hosted page, redirect to an issuer, saved cards, order of methods. As in
 * `profile.ts`, the number is our confidence that the real gateway agrees.
 */

import { z } from "@medusajs/framework/zod";
import { wireField } from "./wire-field";

const HOST = /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;

export const Checkout = z.strictObject({
  /**
   * Who asks for the hosted page: the customer's `browser` with our signed form
   * (0.85, and gateway HTML never passes through us), or `server-document`: this
   * server asks, reads the one form in the page, and our own page posts that (0.6).
   */
  redirect: z.enum(["browser", "server-document"]).default("browser"),
});

export const RedirectRules = z
  .strictObject({
    /**
     * How the customer gets to `issuer_url`: `browser-post` (0.7), `browser-get`, or
     * `server-follow`: this server requests it, of the hosts below only, and sends
     * the customer where it redirects to (the gateway's interface describes it so for alternative methods, 0.5).
     */
    issuer: z.enum(["browser-post", "browser-get", "server-follow"]).default("browser-post"),
    /** Where return_url and notify_url are added to it (0.7): its query string, the posted body, or nowhere. */
    parameters: z.enum(["query", "body", "none"]).default("query"),
    /** Exact hosts, with a port where it is not 443, that `server-follow` may request. None: our choice, since the address comes from outside. */
    followHosts: z.array(z.string().regex(HOST, "must be a lower-case host such as pay.example")).default([]),
  })
  .refine(({ issuer, parameters }) => issuer === "browser-post" || parameters !== "body", {
    path: ["parameters"],
    message: 'must be "query" or "none" unless redirect.issuer is "browser-post", since a GET has no body',
  })
  .refine(({ issuer, followHosts }) => issuer !== "server-follow" || followHosts.length > 0, {
    path: ["followHosts"],
    message: 'is empty; list the hosts that redirect.issuer "server-follow" may request',
  });

export const Tokens = z.strictObject({
  /** Codes of `result_info` that mean that a saved card is no longer valid; add yours once you have seen them. */
  refusedCodes: z.array(z.string().min(1)).default([]),
  /** First letters that say so. `I`, an invalid request: what else would be invalid in one that names a token (0.5)? */
  refusedPrefixes: z.array(z.string().length(1)).default(["I"]),
  /** Require the security code with a saved card. Off: the interface does not say that it is needed (0.6). */
  securityCode: z.boolean().default(false),
});

export const Optimise = z.strictObject({
  /** Ask the gateway which methods are accepted most and show those first. Off: the interface shows neither request nor answer. */
  enabled: z.boolean().default(false),
  /** Of the operation (0.6). */
  path: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]{1,100}$/, "must be a path such as /v1/optimise")
    .default("/v1/optimise"),
  /** How long, in ms, the customer's list may wait for it (our choice); after that the static order is shown. */
  timeoutMs: z.number().int().min(50).max(5_000).default(800),
  /** The answer's list (0.4). */
  listField: wireField.default("payment_methods"),
  /** The method's name, where the list holds objects (0.4). */
  nameField: wireField.default("payment_method"),
});
