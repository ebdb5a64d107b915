/** Payments by Stripe Checkout. The library is loaded with the first one, or by a service before it serves. */
import type { Stripe } from 'stripe';
import { Refusal } from '../base/refusal.ts';
import type { Payments } from '../ports/payments.ts';

export interface StripeOptions {
  /** `sk_…` */
  key: string;
  /** `whsec_…` of the endpoint at Stripe that posts to `/v1/payments/stripe`. */
  webhookSecret: string;
  /** Of another server that speaks Stripe's API; Stripe's own where absent. */
  apiUrl?: string | undefined;
}

const TIMEOUT_MS = 20_000;
/** Both say that a session was paid: at once, or later, as by bank transfer. */
const PAID = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
const ORGANISATION = 'octavo_organisation';

const unsigned = (cause?: unknown): Refusal => new Refusal('unauthorized', 'Stripe has not signed this notice.', { cause });

/** Loads Stripe's library, which holds a process for 0.15 s. */
export const loadStripe = () => import('stripe');

/** @param options settings of the installation */
export function createStripePayments({ key, webhookSecret, apiUrl }: StripeOptions): Payments {
  let opened: Promise<Stripe> | undefined;
  const open = async (): Promise<Stripe> => {
    const { Stripe: Client } = await loadStripe();
    const place = apiUrl === undefined ? {} : placeOf(apiUrl);
    return new Client(key, { timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false, ...place });
  };
  return {
    async open({ orgId, amount, currency, returnUrl }) {
      const stripe = await (opened ??= open());
      try {
        const session = await stripe.checkout.sessions.create({
          mode: 'payment',
          client_reference_id: orgId,
          metadata: { [ORGANISATION]: orgId },
          line_items: [
            {
              quantity: 1,
              price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: 'Octavo balance' } },
            },
          ],
          success_url: returnUrl,
          cancel_url: returnUrl,
        });
        if (session.url === null) throw new Error('Stripe made a session without a page');
        return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1_000) };
      } catch (error) {
        const message = 'The payment provider does not take the payment at the moment; try again later.';
        throw new Refusal('service_unavailable', message, { retryAfterS: 30, cause: error });
      }
    },
    async read(body, signature) {
      const stripe = await (opened ??= open());
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(Buffer.from(body), signature, webhookSecret);
      } catch (error) {
        throw unsigned(error);
      }
      if (event.type !== 'checkout.session.completed' && event.type !== 'checkout.session.async_payment_succeeded') return null;
      const { id, metadata, payment_status: state, amount_total: amount, currency } = event.data.object;
      const orgId = metadata?.[ORGANISATION];
      // a transfer that is under way completes the session and is paid later
      if (!PAID.has(event.type) || state !== 'paid' || orgId === undefined || amount === null || amount < 1 || currency === null)
        return null;
      return { reference: `stripe:${id}`, orgId, amount, currency: currency.toUpperCase() };
    },
  };
}

function placeOf(address: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(address);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port === '' ? (isPlain ? '80' : '443') : port, protocol: isPlain ? 'http' : 'https' };
}
