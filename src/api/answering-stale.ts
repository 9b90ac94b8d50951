import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { StaleVersion } from "../application/stale-version";

type Route = (req: AuthenticatedMedusaRequest, res: MedusaResponse) => Promise<void>;

/** Answers 409 for `StaleVersion`: the framework's own error handler would drop the code and the message. */
export const answeringStale =
  (route: Route): Route =>
  async (req, res) => {
    try {
      await route(req, res);
    } catch (error) {
      if (!(error instanceof StaleVersion)) throw error;
      res.status(409).json({ type: error.type, code: error.code, message: error.message });
    }
  };
