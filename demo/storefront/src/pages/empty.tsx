import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { usePageTitle } from "../lib/page-title";

/** An empty page with a link back. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <section className="narrow center">
      <h1>{title}</h1>
      <p>{children}</p>
      <Link className="button" to="/">
        See the ceramics
      </Link>
    </section>
  );
}
