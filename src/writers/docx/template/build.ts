/** A document made in a supplied Word file: what of it the template's own title page and headers say is not said again. */
import type { Block } from '../../../document/block.ts';
import type { Document } from '../../../document/document.ts';
import type { Look } from '../../../document/look.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { readWordTemplate } from '../../../templates/word-template.ts';
import { noteSeparators } from '../footnotes.ts';
import { TEXT_NAMESPACES } from '../namespaces.ts';
import type { Frame } from '../package.ts';
import { appPropertiesXml, corePropertiesXml } from '../settings.ts';
import type { Draft } from '../draft.ts';
import { fillFront } from './fill-front.ts';
import { graftDocument } from './graft.ts';

/** A cover of ours is none of the template's: its words head the text. */
function withoutCover(document: Document): Document {
  const [cover, ...others] = document.blocks;
  if (cover?.type !== 'cover') return document;
  const title: Block = { id: cover.id, type: 'heading', level: 1, runs: [{ text: cover.title ?? document.title }] };
  return {
    ...document,
    blocks: [title, ...others],
    titleId: cover.id,
    subtitle: cover.subtitle ?? document.subtitle,
    author: cover.author ?? document.author,
    organization: cover.organization ?? document.organization,
    date: cover.date ?? document.date,
  };
}

export interface OnTemplate {
  document: Document;
  look: Look;
  /** Filled in; '' where the template has none, or the document no title. */
  front: string;
}

/** The document and its look as this template needs them. @throws Refusal file_rejected */
export function settleOnTemplate(given: Document, look: Look, file: Uint8Array): OnTemplate {
  const template = readWordTemplate(file);
  const document = withoutCover(given);
  const placed: Look = { ...look, page: template.section.page, framed: false, plainCover: true, numberedHeadings: false };
  const title = document.blocks.find(({ id }) => id === document.titleId);
  if (template.front === undefined || title === undefined || look.type === 'letter' || look.type === 'memo')
    return { document, look: placed, front: '' };
  const { titleId: _title, subtitle: _subtitle, eyebrow: _eyebrow, ...rest } = document;
  return {
    document: { ...rest, blocks: document.blocks.filter((block) => block !== title) },
    look: placed,
    front: fillFront(template, document),
  };
}

const isFurniture = (name: string): boolean => /^word\/(?:header|footer)\d+\.xml$/.test(name);

/** Gives a function that puts a body into the template; the counterpart of `packer`. */
export function templatePacker(draft: Draft, frame: Frame, file: Uint8Array, front: string): (bodyXml: string) => Uint8Array {
  const template = readWordTemplate(file);
  const comments = draft.review.comments.join('');
  return (bodyXml) =>
    graftDocument(
      template,
      {
        body: bodyXml,
        stylesXml: frame.stylesXml,
        numberingXml: frame.numberingXml,
        footnotesXml:
          frame.footnotesXml === ''
            ? ''
            : `${XML_DECLARATION}<w:footnotes ${TEXT_NAMESPACES}>${noteSeparators()}${frame.footnotesXml}</w:footnotes>`,
        commentsXml: comments === '' ? '' : `${XML_DECLARATION}<w:comments ${TEXT_NAMESPACES}>${comments}</w:comments>`,
        relations: draft.relationships,
        footnoteRelations: draft.footnoteRelationships,
        extra: draft.extraParts.filter(({ name }) => !isFurniture(name)),
        core: corePropertiesXml(frame.document, frame.created),
        app: appPropertiesXml(frame.document),
      },
      front,
    );
}
