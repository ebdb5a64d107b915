/** Mail to users. Real adapter: SMTP. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text; lines end with a line feed. */
  text: string;
}

export interface Mailer {
  /** Resolves once the server has taken it. @throws Error where it does not */
  send(mail: Mail): Promise<void>;
}
