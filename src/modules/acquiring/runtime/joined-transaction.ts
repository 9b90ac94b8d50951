import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { JsonStatement, MessageConnection } from "./json-statement";
import { JsonStatements } from "./json-statement";

/**
 * A transaction of few round trips: `BEGIN` is sent with the first statements, and `COMMIT` with the last one. Postgres
 * gives each statement of a message its own snapshot, as if it were sent alone, so one that follows a lock sees what was
 * committed before the lock was granted. A message with several statements has no parameters: values are literals.
 */
export interface Joined {
  readonly trx: Knex.Transaction;
  /** The rows of each first statement. */
  readonly rows: readonly (readonly never[])[];
  /** Runs this statement and commits; nothing may follow. If it rejects, everything is rolled back, or the answer was lost. */
  readonly finish: (statement: JsonStatement) => Promise<void>;
}

/** A text as a literal of SQL. */
export type Literal = (text: string) => string;

interface Answer {
  readonly rows: readonly never[];
}

interface Pool {
  acquireConnection(): Promise<MessageConnection>;
  releaseConnection(connection: MessageConnection): Promise<unknown>;
}

export async function joinedTransaction<T>(
  pg: Knex,
  first: (literal: Literal) => readonly string[],
  work: (joined: Joined) => Promise<T>,
): Promise<T> {
  const pool: Pool = pg.client;
  const connection = await pool.acquireConnection();
  try {
    const statements = first((text) => connection.escapeLiteral(text));
    const messages = new JoinedMessages(pg, connection, statements);
    return await pg.transaction(
      (trx) => work({ trx, rows: messages.rows(), finish: (last) => messages.finish(last) }),
      {
        connection: messages.connection(),
      },
    );
  } finally {
    await pool.releaseConnection(connection);
  }
}

/** One for all ledgers of this process: what a connection has prepared does not depend on who uses it. */
const lastStatements = new JsonStatements();

/** Answers Knex' own `BEGIN` and `COMMIT`, which travel with other statements. */
class JoinedMessages {
  #rows: readonly (readonly never[])[] | null = null;
  #isCommitted = false;

  constructor(
    private readonly pg: Knex,
    private readonly real: MessageConnection,
    private readonly first: readonly string[],
  ) {}

  /** Throws if `BEGIN` failed: Knex calls the work of a transaction even then. */
  rows(): readonly (readonly never[])[] {
    if (!this.#rows) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The transaction has not begun.");
    return this.#rows;
  }

  /** What Knex uses instead of the connection. */
  connection(): MessageConnection {
    const shadow: MessageConnection = Object.create(this.real);
    shadow.query = (asked, done) => {
      const text = typeof asked === "string" ? asked : asked.text;
      if (text === "BEGIN;") this.begin().then((rows) => done(null, { rows }), done);
      else if (text === "COMMIT;" && this.#isCommitted) done(null, { rows: [] });
      else this.real.query(asked, done);
    };
    return shadow;
  }

  async finish(statement: JsonStatement): Promise<void> {
    this.tell(statement.sql, statement.values);
    await lastStatements.run(this.real, statement, async (text) => {
      await this.send(`${text};COMMIT`);
    });
    this.#isCommitted = true;
  }

  private async begin(): Promise<readonly never[]> {
    for (const sql of this.first) this.tell(sql);
    try {
      const answers = await this.send(["BEGIN ISOLATION LEVEL READ COMMITTED", ...this.first].join(";"));
      this.#rows = answers.slice(1).map(({ rows }) => rows);
      return [];
    } catch (error) {
      // Knex returns a connection whose `BEGIN` failed to the pool as it is. What ROLLBACK says does not matter.
      await this.send("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  /** As Knex does with each statement. */
  private tell(sql: string, bindings: readonly string[] = []): void {
    this.pg.emit("query", { sql, bindings });
  }

  private send(text: string): Promise<readonly Answer[]> {
    return new Promise((resolve, reject) => {
      this.real.query({ text }, (error, answer) => {
        if (error) reject(error);
        else resolve(answersOf(answer));
      });
    });
  }
}

const answersOf = (answer: unknown): readonly Answer[] => (Array.isArray(answer) ? answer : [answer]).filter(isAnswer);

const isAnswer = (answer: unknown): answer is Answer =>
  typeof answer === "object" && answer !== null && "rows" in answer && Array.isArray(answer.rows);
