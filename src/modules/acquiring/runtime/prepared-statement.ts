import { createHash } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { isUnknownStatement } from "./json-statement";
import { errorName } from "./safe-error-text";

/** Knex discards a connection that is marked as disposed. */
interface PooledConnection {
  __knex__disposed?: unknown;
}

interface Pool {
  acquireConnection(): Promise<PooledConnection>;
  releaseConnection(connection: PooledConnection): Promise<unknown>;
}

/**
 * A statement that each connection parses once. A pooler that shares connections may not know prepared statements (a
 * PgBouncer before 1.21, or without `max_prepared_statements`); then it is sent whole from there on. Not for use
 * inside a transaction, which the first refusal would abort.
 */
export class PreparedStatement {
  /** Names the text: another release's statement on a shared connection is never run in its place. */
  readonly #name: string;
  #isPrepared = true;

  /** `sql`: with `?` for each value, as in Knex. */
  constructor(private readonly sql: string) {
    this.#name = `acquiring_${createHash("sha256").update(sql).digest("hex").slice(0, 16)}`;
  }

  /**
   * In its own transaction. After `timeoutMs` it rejects, and the database stops working on it, except behind a pooler in
   * transaction mode; the connection is not used again.
   */
  async run<Row>(pg: Knex, values: readonly Knex.Value[], timeoutMs: number): Promise<Row[]> {
    if (!this.#isPrepared) return this.send(pg, values, { timeoutMs });
    try {
      return await this.send(pg, values, { timeoutMs, name: this.#name });
    } catch (error) {
      if (!isUnknownStatement(error)) throw error;
      // Refused before it began: nothing was done.
      this.#isPrepared = false;
      return this.send(pg, values, { timeoutMs });
    }
  }

  private async send<Row>(
    pg: Knex,
    values: readonly Knex.Value[],
    { timeoutMs, name }: { readonly timeoutMs: number; readonly name?: string },
  ): Promise<Row[]> {
    const statement = pg.raw<{ rows: Row[] }>(this.sql, [...values]);
    if (name !== undefined) statement.options({ name });
    const pool: Pool = pg.client;
    const connection = await pool.acquireConnection();
    try {
      return (await statement.connection(connection).timeout(timeoutMs, { cancel: true })).rows;
    } catch (error) {
      // A pooler's process ID is not the server's: nothing was cancelled, and the connection is still busy.
      if (errorName(error) === "KnexTimeoutError") connection.__knex__disposed = error;
      throw error;
    } finally {
      await pool.releaseConnection(connection);
    }
  }
}
