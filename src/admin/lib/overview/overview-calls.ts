import type { Overview } from "../../../api-schema/admin";
import { read, save } from "../client";

const OVERVIEW = "/admin/acquiring/overview";

export const fetchOverview = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<Overview>(`${OVERVIEW}?${filters.toString()}`, signal);

export const exportOverview = (filters: URLSearchParams) =>
  save(`${OVERVIEW}/export?${filters.toString()}`, "overview.csv");
