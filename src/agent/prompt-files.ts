/** The prompts, as they are in `prompts/`; each file is read once. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { designObject } from '../document/design.ts';
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
    case 'artifact':
      return type;
  }
}

/** A deck keeps the rules of decks beside those of its genre; a text genre has instructions of its own in their place. */
function instructionsOf(type: DocumentType, genre: Genre | undefined): string[] {
  if (genre === undefined) return [prompt(nameOfType(type))];
  const own = prompt(`genres/${genre.replaceAll('_', '-')}`);
  return typeOfGenre(genre) === 'presentation' ? [prompt('presentation'), own] : [own];
}

/** What only pages have comes behind what all have in common. */
const dialectOf = (type: DocumentType): string[] =>
  type === 'artifact' ? [prompt('dialect'), prompt('dialect-page')] : [prompt('dialect')];

/** The same for all documents of a type and genre, and alike in the beginning for all: providers keep it. */
export const writingInstructions = (type: DocumentType, genre?: Genre): string =>
  [prompt('base'), ...dialectOf(type), ...instructionsOf(type, genre)].join('\n\n');
/** What a design object may hold, from its schema. */
function designLesson(): string {
  const schema = z.toJSONSchema(designObject, { unrepresentable: 'any', io: 'input' });
  const fields = JSON.stringify(schema.properties, (key, value: unknown) =>
    ['additionalProperties', 'type', 'minLength', 'maxLength', 'pattern'].includes(key) && typeof value !== 'object' ? undefined : value,
  );
  return `${prompt('agent/design')}\n\n${fields}`;
}

/** Of the agent: how it designs comes after what all documents of a type and genre have in common. */
function designing(type: DocumentType, genre: Genre | undefined): string[] {
  const own = writingInstructions(type, genre);
  if (type === 'spreadsheet') return [own];
  return [own, prompt(type === 'artifact' ? 'agent/page' : 'agent/canvas')];
}

/** For a model that writes a whole document at once, with canvases where the type has them. */
export const agentWritingInstructions = (type: DocumentType, genre?: Genre): string =>
  [...designing(type, genre), prompt('agent/write')].join('\n\n');
/** @param given the words of the document are the client's own and stay as they are */
export const loopInstructions = (type: DocumentType, genre: Genre | undefined, given: boolean): string =>
  [...designing(type, genre), prompt('agent/loop'), designLesson(), ...(given ? [prompt('agent/content')] : [])].join('\n\n');
/** For the plan of a design before anything is written, with the fields of a design object. */
export const designPlanInstructions = (): string => [prompt('agent/plan'), designLesson()].join('\n\n');
/** For one of several calls that write a document together. */
export const partMessage = (): string => prompt('agent/part');
/** Worked canvases in HTML, as examples to look at. */
export const canvasGallery = (): string => prompt('agent/canvases');
/** For the small call that settles format, type, language, length and conditions of a request. */
export const classifyInstructions = (): string => prompt('classify');
/** The same for a request to edit a file. */
export const classifyEditInstructions = (): string => prompt('classify-edit');
/** For the call that judges whether a finished document meets conditions in words. */
export const checkInstructions = (): string => prompt('check');
/** For the description of one picture of a document. */
export const describeInstructions = (): string => prompt('describe');
/** For the plan of typed operations on a file. */
export const editInstructions = (): string => prompt('edit');
/** For an agent that corrects what operations have made of a file. */
export const editLoopMessage = (): string => prompt('agent/edit');
/** The turn in which a finished document is written once more where it misses what was asked. */
export const reviseMessage = (): string => prompt('revise');
/** The turn that asks a model to go on where its answer was cut off. */
export const goOnMessage = (): string => prompt('go-on');
