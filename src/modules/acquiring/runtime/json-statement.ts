import { createHash } from "node:crypto";

/** A statement whose values are JSON texts: `$1`, `$2` and so on in `sql`. */
export interface JsonStatement {
  readonly sql: string;
  readonly values: readonly string[];
}

/** What we use of a connection of node-postgres. */
export interface MessageConnection {
  query(query: { readonly text: string }, done: (error: Error | null, answer?: unknown) => void): void;
  escapeLiteral(text: string): string;
}

/** More would fill the memory of the server's processes; what is rarer is sent whole. Our choice. */
const MOST_PREPARED = 64;

type Known = "prepared" | "sent_whole";

/**
 * Statements in a message of several statements, which has no parameters. A statement that comes again is prepared once
 * on each connection, because Postgres takes longer to plan a large one than to run it. Behind a pooler that shares
 * connections (a PgBouncer in transaction mode) a name can be unknown, or taken: from the first such refusal, all are
 * sent whole.
 */
export class JsonStatements {
  readonly #names = new Map<string, string>();
  readonly #knownOn = new WeakMap<MessageConnection, Map<string, Known>>();
  #canPrepare = true;

  /** `send` gets the text of the statement and rejects as the database does. */
  async run(
    connection: MessageConnection,
    statement: JsonStatement,
    send: (text: string) => Promise<void>,
  ): Promise<void> {
    const literals = statement.values.map((value) => connection.escapeLiteral(value));
    const name = this.nameOf(statement.sql);
    const known = this.knownOn(connection);
    if (name === undefined || known.get(name) === "sent_whole") return send(whole(statement, literals));
    const execute = `EXECUTE ${name}(${literals.join(", ")})`;
    try {
      await send(known.has(name) ? execute : `${preparing(name, statement)};${execute}`);
      known.set(name, "prepared");
    } catch (error) {
      if (isUnknownStatement(error)) this.#canPrepare = false;
      // Whether it was prepared before it failed is not known.
      if (!known.has(name)) known.set(name, "sent_whole");
      throw error;
    }
  }

  /** From the second time on. */
  private nameOf(sql: string): string | undefined {
    if (!this.#canPrepare) return undefined;
    const name = this.#names.get(sql);
    if (name === undefined && this.#names.size < MOST_PREPARED) this.#names.set(sql, nameFor(sql));
    return name;
  }

  private knownOn(connection: MessageConnection): Map<string, Known> {
    const known = this.#knownOn.get(connection) ?? new Map<string, Known>();
    this.#knownOn.set(connection, known);
    return known;
  }
}

const preparing = (name: string, { sql, values }: JsonStatement): string =>
  `PREPARE ${name} (${values.map(() => "json").join(", ")}) AS ${sql}`;

const whole = ({ sql }: JsonStatement, literals: readonly string[]): string =>
  sql.replace(/\$(\d+)/g, (place, number: string) => literals[parseInt(number, 10) - 1] ?? place);

/** Names the text: another release's statement on a shared connection is never run in its place. */
const nameFor = (sql: string): string =>
  `acquiring_json_${createHash("sha256").update(sql).digest("hex").slice(0, 16)}`;

/** `invalid_sql_statement_name` and `duplicate_prepared_statement`. */
const UNKNOWN = new Set(["26000", "42P05"]);

export const isUnknownStatement = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && UNKNOWN.has(error.code);
