import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DmlEntity, mikroOrmCreateConnection, toMikroOrmEntities } from "@medusajs/framework/utils";
import type { Knex } from "knex";

/** A module's tables as its models define them, to compare with its migrations. */
export async function schemaOfModels(module: string): Promise<string> {
  const folder = join(__dirname, "../../src/modules", module, "models");
  const files = await Promise.all(readdirSync(folder).map(async (name): Promise<object> => import(join(folder, name))));
  const models = files.flatMap((file) => Object.values(file)).filter((value) => DmlEntity.isDmlEntity(value));
  const { DB_HOST: host, DB_PORT: port, DB_USERNAME: user, DB_PASSWORD: password } = process.env;
  const clientUrl = `postgres://${user ?? ""}:${password ?? ""}@${host ?? "localhost"}:${port ?? "5432"}/postgres`;
  const orm = await mikroOrmCreateConnection({ clientUrl, schema: "public" }, toMikroOrmEntities(models), "");
  try {
    return await orm.getSchemaGenerator().getCreateSchemaSQL({ wrap: false });
  } finally {
    await orm.close(true);
  }
}

/** Columns, constraints and indexes of our tables, one per line, sorted. */
export async function catalogOf(pg: Knex): Promise<string[]> {
  const { rows } = await pg.raw<{ rows: { line: string }[] }>(
    `SELECT concat_ws(' ', 'column', table_name, column_name, data_type, 'null:', is_nullable, column_default) AS line
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name LIKE 'acquiring%'
     UNION ALL
     SELECT concat_ws(' ', 'constraint', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text LIKE 'acquiring%' AND contype <> 'n'
     UNION ALL
     SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = 'public' AND tablename LIKE 'acquiring%'
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
