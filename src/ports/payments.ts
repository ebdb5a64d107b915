/** Money that organisations pay in. Real adapter: Stripe; absent where none is set up. */
interface PaymentPage {
  /** The provider's own id. */
  id: string;
  url: string;
  expiresAt: Date | null;
}

/** A payment that has been made. */
export interface Payment {
  /** The same however often it is told: one credit. */
  reference: string;
  orgId: string;
  /** In minor units, as it was paid. */
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
}

export interface Payments {
  /** @throws Refusal service_unavailable where the provider does not answer */
  open(wanted: { orgId: string; amount: number; currency: string; returnUrl: string }): Promise<PaymentPage>;
  /**
   * What a notice of the provider says; null where it is of nothing that adds money.
   * @param body as it came, byte for byte
   * @throws Refusal unauthorized where the provider has not signed it
   */
  read(body: Uint8Array, signature: string): Promise<Payment | null>;
}
