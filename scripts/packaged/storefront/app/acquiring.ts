"use client";

import { createAcquiring } from "medusa-payment-acquiring/sdk";

export const backendUrl = process.env.NEXT_PUBLIC_BACKEND_URL ?? "";
export const publishableKey = process.env.NEXT_PUBLIC_PUBLISHABLE_KEY ?? "";
export const acquiring = createAcquiring({ backendUrl, publishableKey, language: "en" });
