import { randomBytes } from "node:crypto";
import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PersonalTable } from "../../modules/acquiring";
import { PERSONAL_TABLES, createRowId, failpoint, recordAction, runTransaction } from "../../modules/acquiring";
import type { ErasedRow } from "./erased-fields";
import { erasedRow } from "./erased-fields";
import { eraseRefusals } from "./erase-refusals";
import { holdsOf } from "./legal-holds";
import type { PersonalRow } from "./personal-rows";
import { personalRows } from "./personal-rows";
import type { SoughtPerson } from "./person-scope";
import { NOBODY, PersonScope, findPerson, joinScopes } from "./person-scope";

/**
 * Erases what is stored of a person: each row in its own transaction, so that a crash leaves every row either as it was or
 * erased. Who is asked for is kept in a row until all is done, so the next call goes on where this one stopped. Two at
 * once are safe: a row is locked, and what is erased already is left.
 */
export interface EraseRequest {
  readonly person: SoughtPerson;
  /** Kept permanently; without personal data. */
  readonly reason: string;
  readonly actor: string;
}

export interface ErasedPerson {
  /** Null: there was nothing to erase. */
  readonly id: string | null;
  readonly rows: number;
  /** By section of an export. */
  readonly sections: Record<string, number>;
  /** The key of the markers, which is stored nowhere; null: nothing was marked. */
  readonly proofKey: string | null;
}

/** Throws NOT_ALLOWED with the reasons, one a line, if the data are still needed. */
export async function erasePerson(
  pg: Knex,
  { person, reason, actor }: EraseRequest,
  now: () => Date,
): Promise<ErasedPerson> {
  const open = await unfinished(pg, person);
  const scope = await findPerson(pg, person, open?.scope);
  const refusals = await eraseRefusals(pg, scope, now());
  if (refusals.length > 0)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, refusals.map(({ sentence }) => sentence).join("\n"));
  const run = new Run(pg, { person, reason, actor }, { scope, now, id: open?.id ?? null });
  for (const entry of PERSONAL_TABLES) {
    // One that was placed meanwhile stops the erasure; after its release it goes on.
    if ((await holdsOf(pg, scope, now())).length > 0)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "A legal hold was placed while the data were being erased.");
    await run.table(entry);
  }
  return run.finish();
}

interface OpenRun {
  readonly id: string;
  readonly scope: PersonScope;
}

/** All unfinished runs for this person count as one. */
async function unfinished(pg: Knex, { customerId, email }: SoughtPerson): Promise<OpenRun | null> {
  const rows = await pg("acquiring_person_erasure")
    .where({ finished_at: null, deleted_at: null })
    .andWhere((query) => {
      void query.whereRaw("customer_id = ?", [customerId]).orWhereRaw("email = ?", [addressOf(email)]);
    })
    .orderBy("started_at")
    .select<{ id: string; scope: unknown }[]>("id", "scope");
  const [first] = rows;
  if (!first) return null;
  return { id: first.id, scope: rows.map(({ scope }) => PersonScope.parse(scope)).reduce(joinScopes, NOBODY) };
}

const addressOf = (email: string | null): string | null => email && email.trim().toLowerCase();

interface Running {
  readonly scope: PersonScope;
  readonly now: () => Date;
  readonly id: string | null;
}

class Run {
  readonly #key = randomBytes(32).toString("hex");
  readonly #sections: Record<string, number> = {};
  #id: string | null;
  #hasMarkers = false;

  constructor(
    private readonly pg: Knex,
    private readonly request: EraseRequest,
    private readonly running: Running,
  ) {
    this.#id = running.id;
  }

  async table([name, table]: readonly [string, PersonalTable]): Promise<void> {
    if (table.of === null || !(await this.pg.schema.hasTable(name))) return;
    let rows = 0;
    for await (const row of personalRows(this.pg, { name, of: table.of }, this.running.scope))
      if (this.isLeft([name, table], row) && (await this.row([name, table], row.id))) rows += 1;
    if (rows > 0) this.#sections[table.title ?? name] = rows;
  }

  private isLeft(entry: readonly [string, PersonalTable], row: PersonalRow): boolean {
    const { isDeleted, changes } = this.erased(entry, row);
    return isDeleted || Object.keys(changes).length > 0;
  }

  private erased(entry: readonly [string, PersonalTable], row: PersonalRow): ErasedRow {
    return erasedRow(entry, row, { key: this.#key, customers: this.running.scope.customers });
  }

  private async row([name, table]: readonly [string, PersonalTable], id: string): Promise<boolean> {
    this.#id ??= await this.begin();
    const isErased = await runTransaction(this.pg, async (trx) => {
      const before = await trx(name).where({ id }).forUpdate().first<Record<string, unknown> | undefined>();
      if (!before) return false;
      const { isDeleted, changes } = this.erased([name, table], { ...before, id });
      const fields = Object.keys(changes).sort();
      if (!isDeleted && fields.length === 0) return false;
      failpoint("erase:before-row");
      if (isDeleted) await trx(name).where({ id }).delete();
      else await this.replace(trx, { name, id, changes });
      this.#hasMarkers ||= JSON.stringify(changes).includes('"erased:');
      return true;
    });
    failpoint("erase:after-row");
    return isErased;
  }

  private async replace(
    trx: Knex,
    { name, id, changes }: { readonly name: string; readonly id: string; readonly changes: ErasedRow["changes"] },
  ): Promise<void> {
    const { actor, reason } = this.request;
    const now = this.running.now();
    const ids = Object.keys(changes).map(() => createRowId("acqera", now));
    const values = [ids, name, id, JSON.stringify(changes), actor, reason];
    await trx.raw("SELECT acquiring_erase_person(?, ?, ?, ?, ?, ?)", values);
  }

  /** Committed before the first row is changed. */
  private async begin(): Promise<string> {
    const { person, actor, reason } = this.request;
    const now = this.running.now();
    const id = createRowId("acqper", now);
    await this.pg("acquiring_person_erasure").insert({
      ...{ id, customer_id: person.customerId, email: addressOf(person.email) },
      ...{ scope: JSON.stringify(this.running.scope), actor, reason, rows: 0 },
      ...{ started_at: now, created_at: now, updated_at: now },
    });
    return id;
  }

  async finish(): Promise<ErasedPerson> {
    const sections = this.#sections;
    const rows = Object.values(sections).reduce((sum, count) => sum + count, 0);
    const id = this.#id;
    if (id === null) return { id, rows, sections, proofKey: null };
    const now = this.running.now();
    const { actor } = this.request;
    failpoint("erase:before-finish");
    await runTransaction(this.pg, async (trx) => {
      const forgotten = { customer_id: null, email: null, scope: JSON.stringify(NOBODY) };
      const ended = await trx("acquiring_person_erasure")
        .where({ id, finished_at: null })
        .update({ ...forgotten, rows, finished_at: now, updated_at: now });
      // Another process was faster; it wrote the audit record.
      if (ended === 0) return;
      const details = { erasure: id, rows };
      await recordAction(trx, {
        ...{ attemptId: null, action: "person_erased", actor: "admin", actorId: actor, details, at: now },
      });
    });
    failpoint("erase:after-finish");
    return { id, rows, sections, proofKey: this.#hasMarkers ? this.#key : null };
  }
}
