/** The documentation that models read before they write, from `docs/`. */
import { readFile } from 'node:fs/promises';
import type { Guides } from './tool-context.ts';

const TOPICS: Readonly<Record<string, string>> = {
  markdown: 'markdown.md',
  style: 'style.md',
  looks: 'looks.md',
  design: 'design.md',
  canvas: 'canvas.md',
  editing: 'editing.md',
  templates: 'templates.md',
  extraction: 'extraction.md',
  findings: 'findings.md',
  errors: 'errors.md',
};

/** Where the documentation is in the program's own folder. */
export const GUIDES_FOLDER = new URL('../../docs/', import.meta.url);

/** @param folder of the documentation */
export const openGuides = (folder: URL): Guides => ({
  topics: Object.keys(TOPICS),
  read: (topic) => readFile(new URL(TOPICS[topic] ?? `${topic}.md`, folder), 'utf8'),
});
