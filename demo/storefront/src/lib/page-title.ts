import { useEffect } from "react";

/** Names the page in the browser's tab and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Ler & Sand – ceramics" : `${title} – Ler & Sand`;
  }, [title]);
}
