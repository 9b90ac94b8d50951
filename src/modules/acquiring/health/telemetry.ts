import type { Attributes, Counter, Histogram, Meter, Span, Tracer } from "@medusajs/framework/opentelemetry/api";
import { metrics, SpanKind, SpanStatusCode, trace } from "@medusajs/framework/opentelemetry/api";
import type { Queries } from "../../../gateway/model/client-api";
import type { Exchange } from "../../../gateway/transport/exchange-metrics";
import { errorName } from "../runtime/safe-error-text";

/** Spans and metrics for stores with OpenTelemetry. Attributes hold no order, person or amount. */
const NAME = "medusa-payment-acquiring";

export interface TelemetrySources {
  readonly tracer: Tracer;
  readonly meter: Meter;
}

/** The store registers it before its modules are created. */
export const registeredTelemetry = (): TelemetrySources => ({
  tracer: trace.getTracer(NAME),
  meter: metrics.getMeter(NAME),
});

/** Of counters that alerts watch. */
const OPERATIONS = ["authorise", "capture", "void", "refund", "payout"];
const STATUSES = [200, 400, 401, 503];

interface TracedResult {
  readonly kind: string;
}

export class Telemetry {
  readonly #tracer: Tracer;
  readonly #operations: Counter;
  readonly #requests: Histogram;
  readonly #received: Counter;
  readonly #applied: Counter;

  constructor({ tracer, meter }: TelemetrySources = registeredTelemetry()) {
    this.#tracer = tracer;
    this.#operations = meter.createCounter("acquiring.operations", {
      description: "Operations sent to the gateway, by result.",
    });
    this.#requests = meter.createHistogram("acquiring.gateway.duration", {
      description: "Duration of one gateway request.",
      unit: "s",
      advice: { explicitBucketBoundaries: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] },
    });
    this.#received = meter.createCounter("acquiring.notifications.received", {
      description: "Notifications received, by response status.",
    });
    this.#applied = meter.createCounter("acquiring.notifications.applied", {
      description: "Stored notifications processed, by result.",
    });
  }

  /** Counters exist from the start: Prometheus does not count the increase of one that appears with its first value. */
  begin(accounts: readonly string[]): void {
    for (const account of accounts) {
      for (const operation of OPERATIONS) this.#operations.add(0, { account, operation, outcome: "unknown" });
      for (const status of STATUSES) this.#received.add(0, { account, status });
    }
  }

  async send<T extends TracedResult>(account: string, operation: string, send: () => Promise<T>): Promise<T> {
    const labels = { account, operation };
    return this.span(`acquiring.send ${operation}`, { kind: SpanKind.CLIENT, labels }, async (span) => {
      const outcome = await send();
      span.setAttribute("outcome", outcome.kind);
      this.#operations.add(1, { ...labels, outcome: outcome.kind });
      return outcome;
    });
  }

  queries(account: string, queries: Queries): Queries {
    const ask = <T extends TracedResult>(operation: string, count: number, query: () => Promise<T>): Promise<T> =>
      this.span(
        `acquiring.query ${operation}`,
        { kind: SpanKind.CLIENT, labels: { account, operation, count } },
        async (span) => {
          const answer = await query();
          span.setAttribute("outcome", answer.kind);
          return answer;
        },
      );
    return {
      payments: (orderNos, slot) => ask("payments", orderNos.length, () => queries.payments(orderNos, slot)),
      refunds: (orderNos, slot) => ask("refunds", orderNos.length, () => queries.refunds(orderNos, slot)),
      rankMethods: (request) => queries.rankMethods(request),
    };
  }

  noteExchange(account: string, { operation, ms, isFailed }: Exchange): void {
    this.#requests.record(ms / 1_000, { account, operation, failed: isFailed });
  }

  /** `account`: as sent; anyone can invent names, so an unknown one (404) is not repeated. */
  async received<T extends { readonly status: number }>(account: string, receive: () => Promise<T>): Promise<T> {
    return this.span("acquiring.notification received", { kind: SpanKind.INTERNAL, labels: {} }, async (span) => {
      const answered = (status: number): void => {
        const labels = { account: status === 404 ? "unknown" : account, status };
        span.setAttributes(labels);
        this.#received.add(1, labels);
      };
      try {
        const receipt = await receive();
        answered(receipt.status);
        return receipt;
      } catch (error) {
        answered(503);
        throw error;
      }
    });
  }

  async applied<T extends string>(apply: () => Promise<T>): Promise<T> {
    return this.span("acquiring.notification applied", { kind: SpanKind.CONSUMER, labels: {} }, async (span) => {
      const result = await apply();
      span.setAttribute("result", result);
      this.#applied.add(1, { result });
      return result;
    });
  }

  /** Errors are named by class only: their message may contain request data. */
  private span<T>(
    name: string,
    { kind, labels }: { readonly kind: SpanKind; readonly labels: Attributes },
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    return this.#tracer.startActiveSpan(name, { kind, attributes: labels }, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: errorName(error) });
        throw error;
      } finally {
        span.end();
      }
    });
  }
}
