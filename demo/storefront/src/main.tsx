import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import { Layout } from "./components/layout";
import { ReturnGate } from "./components/return-gate";
import { SafetyNet } from "./components/safety-net";
import { ShopProvider } from "./lib/shop-context";
import { AccountPage } from "./pages/account";
import { CartPage } from "./pages/cart";
import { CheckoutPage } from "./pages/checkout";
import { HomePage } from "./pages/home";
import { NotFoundPage } from "./pages/not-found";
import { OrderPage } from "./pages/order";
import { PayPage } from "./pages/pay";
import { ProductPage } from "./pages/product";
import { SubscriptionsPage } from "./pages/subscriptions";
import "medusa-payment-acquiring/react/styles.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/pages.css";
import "./styles/checkout.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SafetyNet>
        <BrowserRouter>
          <ShopProvider>
            <Layout>
              <ReturnGate>
                <Routes>
                  <Route path="/" element={<HomePage />} />
                  <Route path="/products/:handle" element={<ProductPage />} />
                  <Route path="/cart" element={<CartPage />} />
                  <Route path="/checkout" element={<CheckoutPage />} />
                  <Route path="/orders/:id" element={<OrderPage />} />
                  <Route path="/account" element={<AccountPage />} />
                  <Route path="/account/subscriptions" element={<SubscriptionsPage />} />
                  <Route path="/pay" element={<PayPage />} />
                  <Route path="*" element={<NotFoundPage />} />
                </Routes>
              </ReturnGate>
            </Layout>
          </ShopProvider>
        </BrowserRouter>
      </SafetyNet>
    </StrictMode>,
  );
}
