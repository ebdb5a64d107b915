/** Mail by SMTP. The library is loaded with the first mail, or by a service before it serves. */
import type { Transporter } from 'nodemailer';
import type { Mailer } from '../ports/mailer.ts';

/** A server that says nothing for so long takes no mail. */
const SILENCE_MS = 20_000;

/** Loads the mail library, which holds a process for 0.1 s. */
export const loadMailClient = () => import('nodemailer');

/**
 * @param settings url: `smtp://user:password@host:587` or `smtps://…:465`; from: the sender, such as `Octavo <octavo@example.com>`
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  let transport: Promise<Transporter> | null = null;
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await loadMailClient();
    const limits = `connectionTimeout=${SILENCE_MS}&greetingTimeout=${SILENCE_MS}&socketTimeout=${SILENCE_MS}`;
    return createTransport(`${url}${url.includes('?') ? '&' : '?'}${limits}`, { from });
  };
  return {
    async send({ to, subject, text }) {
      transport ??= connect();
      await (await transport).sendMail({ to, subject, text });
    },
  };
}
