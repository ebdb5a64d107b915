/** The shell: the document that a link to an artifact opens. It holds the page in a frame of an origin of its own, and speaks to the service for it. */
import { LOCAL_STORE_SCRIPT, PAGE_SANDBOX } from '../pipeline/artifact-page.ts';
import type { Visit } from '../pipeline/pipeline.ts';
import { SHELL_SCRIPT } from './artifact-shell/script.ts';
import { escapeMarkup, pickTexts } from './artifact-texts.ts';

const STYLE = `
html,body{margin:0;height:100%;background:Canvas;color-scheme:light dark}
iframe{position:fixed;inset:0;width:100%;height:100%;border:0}
#bar{position:fixed;z-index:1;inset:auto 0 0;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.75rem 1rem;background:#1f2933;color:#fff;font:15px/1.4 system-ui,sans-serif}
#bar[hidden]{display:none}
#bar code{overflow-wrap:anywhere;flex:1 1 12rem;font-size:.9em}
#bar a,#bar button{font:inherit;color:#fff;background:#3e4c59;border:0;border-radius:4px;padding:.4rem .8rem;cursor:pointer;text-decoration:none}
#bar a:focus-visible,#bar button:focus-visible{outline:2px solid #fff;outline-offset:2px}
@media print{#bar{display:none}html,body{height:auto}iframe{position:static;display:block;height:var(--height,100vh)}}
`;

export interface ShellInput {
  visit: Visit;
  /** Of this link. */
  token: string;
  /** Address of the page inside. */
  pageUrl: string;
  /** Of the dashboard, which shows the page to its owner. */
  ownerOrigin: string;
  /** As the browser asks for languages. */
  acceptLanguage: string | undefined;
  /** Fresh for each answer. */
  nonce: string;
}

/** The shell's HTML and the policy that goes with it. */
export function writeShell({ visit, token, pageUrl, ownerOrigin, acceptLanguage, nonce }: ShellInput): { html: string; policy: string } {
  const { language, texts } = pickTexts(acceptLanguage);
  const title = escapeMarkup(visit.name ?? texts.untitled);
  const settings = { token, artifact: visit.documentId, storage: visit.storage, texts };
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${STYLE}</style></head>
<body><iframe sandbox="${PAGE_SANDBOX}" data-src="${escapeMarkup(pageUrl)}" title="${title}" referrerpolicy="no-referrer"></iframe><div id="bar" role="status" hidden></div>
<script type="application/json" id="settings" nonce="${nonce}">${JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)}</script>
<script nonce="${nonce}">${LOCAL_STORE_SCRIPT}${SHELL_SCRIPT}</script>
<noscript>${escapeMarkup(texts.needsScript)}</noscript></body></html>
`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    // this page and no other: where it sends itself elsewhere, nothing is loaded
    `frame-src ${pageUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ownerOrigin}`,
  ].join('; ');
  return { html, policy };
}
