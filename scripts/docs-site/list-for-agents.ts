/** `llms.txt` and `llms-full.txt` (llmstxt.org): the documentation for agents. */
import type { Section } from '../../docs/.vitepress/sections.ts';
import { leadOf, plainPage, titleOf, type Page } from './prepare-pages.ts';

const LEAD =
  'Octavo makes Word, PowerPoint, Excel and PDF files and web pages from Markdown or a prompt over HTTP, reads any file into Markdown, reviews files, fills templates, and edits files with proof that nothing else changed.';

const NOTES = `- Base address of a service: \`http://127.0.0.1:8080/v1\` unless it is told otherwise; every call has \`Authorization: Bearer ak_…\`.
- The whole interface as OpenAPI 3.1: \`/v1/openapi.json\`. For agents that speak MCP: \`/mcp\` with the same key.
- A refusal is \`application/problem+json\` and names every field at fault with its repair; \`/errors/<code>\` explains each code.`;

/** The list of pages, by section, each with one sentence. */
export function listPages(sections: readonly Section[], pages: ReadonlyMap<string, Page>): string {
  const lists = sections.map(({ title, pages: paths }) => {
    const lines = paths.flatMap(([path, name]) => {
      const page = pages.get(path);
      return page === undefined ? [] : [`- [${titleOf(page) ?? name}](/docs/${path}.md): ${leadOf(page)}`];
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Octavo\n\n> ${LEAD}\n\n${NOTES}\n\n${lists.join('\n')}`;
}

/** All pages in one text, in the order of the sections. */
export function joinPages(sections: readonly Section[], pages: ReadonlyMap<string, Page>): string {
  const texts = sections.flatMap(({ pages: paths }) =>
    paths.flatMap(([path]) => {
      const page = pages.get(path);
      return page === undefined ? [] : [`<!-- /docs/${path}.md -->\n\n${plainPage(page.text).trim()}\n`];
    }),
  );
  return `# Octavo\n\n> ${LEAD}\n\n${NOTES}\n\n${texts.join('\n')}`;
}
