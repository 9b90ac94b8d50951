import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useShop } from "../lib/shop-context";

/** Header, content, footer; a skip link for the keyboard. */
export function Layout({ children }: { children: ReactNode }) {
  const { cart } = useShop();
  const count = cart?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top">
        <Link to="/" className="brand">
          Ler <em>&amp;</em> Sand
        </Link>
        <nav aria-label="Shop">
          <Link to="/">Ceramics</Link>
          <Link to="/cart" data-testid="cart-link">
            Cart{" "}
            <span className="count" data-testid="cart-count">
              {count}
            </span>
          </Link>
        </nav>
      </header>
      <main id="content" className="page">
        {children}
      </main>
      <footer className="foot">
        <p>A demo shop. Payments go to a gateway simulator; nothing here is for sale.</p>
      </footer>
    </>
  );
}
