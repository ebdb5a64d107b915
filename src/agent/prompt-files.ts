/** The prompts, as they stand in `prompts/`; read once. */
import { readFileSync } from 'node:fs';
import type { DocumentType } from '../document/document.ts';

const read = (name: string): string => readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();

const KINDS: Partial<Record<DocumentType, true>> = {
  report: true,
  letter: true,
  contract: true,
  memo: true,
  minutes: true,
  presentation: true,
  spreadsheet: true,
};

const texts = new Map<string, string>();
function prompt(name: string): string {
  const text = texts.get(name) ?? read(name);
  texts.set(name, text);
  return text;
}

/** The same for all documents of a type, so that providers can keep it. */
export function writingInstructions(type: DocumentType): string {
  return [prompt('base'), prompt('dialect'), prompt(KINDS[type] ? type : 'report')].join('\n\n');
}
export const classifyInstructions = (): string => prompt('classify');
export const editInstructions = (): string => prompt('edit');
export const goOnMessage = (): string => prompt('go-on');
