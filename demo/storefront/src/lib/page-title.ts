import { useEffect } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Ler & Sand – ceramics" : `${title} – Ler & Sand`;
  }, [title]);
}
