/**
 * For queries of payments and what belongs to them: reloaded whenever the page is opened or its window is entered again. The
 * dashboard's default treats an answer as fresh for 90 seconds, which would also disable the reload.
 */
export const ALWAYS_CURRENT = { staleTime: 0, refetchOnWindowFocus: true } as const;
