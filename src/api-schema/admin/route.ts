import type { z } from "@medusajs/framework/zod";
import type { Permission } from "./access";

export interface AdminRoute {
  readonly method: "get" | "post" | "put" | "delete";
  /** Parameters as `:id`. */
  readonly path: string;
  /** Null: any logged-in user. */
  readonly permission: Permission | null;
  readonly does: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly status: 200 | 202;
  /** `file`: a PDF or ZIP file. */
  readonly answer: z.ZodType | "csv" | "file";
}

type Rest = Omit<AdminRoute, "method" | "path" | "status"> & { readonly status?: 202 };

const at = "/admin/acquiring";
export const get = (path: string, rest: Rest): AdminRoute => ({ status: 200, ...rest, method: "get", path: at + path });
export const post = (path: string, rest: Rest): AdminRoute => ({
  status: 200,
  ...rest,
  method: "post",
  path: at + path,
});
export const put = (path: string, rest: Rest): AdminRoute => ({ status: 200, ...rest, method: "put", path: at + path });
export const remove = (path: string, rest: Rest): AdminRoute => ({
  status: 200,
  ...rest,
  method: "delete",
  path: at + path,
});
