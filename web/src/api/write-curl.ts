/** A request as a command of a shell, with a key of the project in the place of the session. */

/** A text as one word of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @param body JSON; null where there is none */
export function writeCurl({ method, url, body }: { method: string; url: string; body: string | null }): string {
  // curl posts by itself where it is given a body
  const named = method === 'GET' || (method === 'POST' && body !== null) ? '' : `-X ${method} `;
  const lines = [
    `curl -sS ${named}${quote(url)}`,
    '-H "Authorization: Bearer $OCTAVO_API_KEY"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}
