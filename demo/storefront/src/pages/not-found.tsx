import { Link } from "react-router-dom";

/** A page that is not there. */
export function NotFoundPage() {
  return (
    <section className="narrow center">
      <h1>Nothing on this shelf</h1>
      <p>The page you asked for is not here.</p>
      <Link className="button" to="/">
        Back to the ceramics
      </Link>
    </section>
  );
}
