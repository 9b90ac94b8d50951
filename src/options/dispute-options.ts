import { z } from "@medusajs/framework/zod";

/** Disputes (chargebacks): the gateway's interface says nothing about their deadlines, so both are our choice. */
export const DisputeOptions = z.strictObject({
  /** Days before its due date on which an open dispute is announced and staff are told; an empty list: never. */
  remindDays: z.array(z.number().int().min(1).max(60)).max(10).default([7, 2]),
});
