/** The prompts, as they are in `prompts/`; each file is read once. */
import { readFileSync } from 'node:fs';
import type { DocumentType } from '../document/document.ts';
import { typeOfGenre, type Genre } from '../document/genre.ts';

const texts = new Map<string, string>();
function prompt(name: string): string {
  const text = texts.get(name) ?? readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();
  texts.set(name, text);
  return text;
}

function nameOfType(type: DocumentType): string {
  switch (type) {
    case 'report':
    case 'letter':
    case 'contract':
    case 'memo':
    case 'minutes':
    case 'presentation':
    case 'spreadsheet':
      return type;
    case 'artifact':
      return 'report';
  }
}

/** A deck keeps the rules of decks beside those of its genre; a text genre has instructions of its own in their place. */
function instructionsOf(type: DocumentType, genre: Genre | undefined): string[] {
  if (genre === undefined) return [prompt(nameOfType(type))];
  const own = prompt(`genres/${genre.replaceAll('_', '-')}`);
  return typeOfGenre(genre) === 'presentation' ? [prompt('presentation'), own] : [own];
}

/** The same for all documents of a type and genre, and alike in the beginning for all: providers keep it. */
export const writingInstructions = (type: DocumentType, genre?: Genre): string =>
  [prompt('base'), prompt('dialect'), ...instructionsOf(type, genre)].join('\n\n');
export const classifyInstructions = (): string => prompt('classify');
export const classifyEditInstructions = (): string => prompt('classify-edit');
export const checkInstructions = (): string => prompt('check');
export const editInstructions = (): string => prompt('edit');
export const reviseMessage = (): string => prompt('revise');
export const goOnMessage = (): string => prompt('go-on');
