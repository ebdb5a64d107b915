/** `/errors/<code>`: the page at the `type` of a problem. It is whole in itself, so that it is there where the documentation is not built. */
import type { RefusalCode } from '../base/refusal.ts';
import { PROBLEM_HELP } from '../api/problem-help.ts';
import { PROBLEMS } from '../api/problem.ts';

const STYLE = `:root{color-scheme:light dark;--ink:#1f2933;--soft:#52606d;--line:#cbd2d9;--page:#fff;--code:#eef1f4;--link:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--ink:#e4e7eb;--soft:#b8c2cc;--line:#3e4c59;--page:#1b1b1f;--code:#2a2f36;--link:#93b4ff}}
body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:2.5rem 1rem;color:var(--ink);background:var(--page)}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .25rem}h2{font-size:1.125rem;margin:2rem 0 .5rem}p{margin:0 0 1rem}.kind{color:var(--soft)}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;background:var(--code);border-radius:4px}code{padding:.1em .3em;overflow-wrap:anywhere}
pre{padding:1rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}pre code{padding:0;background:none}a{color:var(--link)}nav{border-top:1px solid var(--line);margin-top:2.5rem;padding-top:1rem}`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const marked = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
const isCode = (code: string): code is RefusalCode => Object.hasOwn(PROBLEMS, code);

/** The page with the policy that it runs under; null for a code that does not exist. */
export function writeProblemPage(code: string): { html: string; policy: string } | null {
  if (!isCode(code)) return null;
  const { status, title, meaning } = PROBLEMS[code];
  const { example, detail, repair } = PROBLEM_HELP[code];
  const [request, ...rest] = example.split('\n');
  const shown = rest.length === 0 ? `<p>${marked(request ?? '')}</p>` : `<pre tabindex="0"><code>${escapeHtml(example)}</code></pre>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Octavo</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p class="kind"><code>${code}</code>, HTTP ${status}</p>
<h2>Cause</h2><p>${marked(meaning)}</p>
<h2>Example</h2>${shown}<p>The answer says: “${marked(detail)}”</p>
<h2>Repair</h2><p>${marked(repair)}</p>
<nav><a href="/docs/errors">All errors</a> · <a href="/docs/">Documentation</a> · <a href="/docs/api">Interface</a></nav></main></body></html>
`;
  return { html, policy: POLICY };
}
