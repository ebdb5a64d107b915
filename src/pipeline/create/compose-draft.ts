/** From what was read to a draft: type, genre, language and theme are decided, blocks composed, a limit of pages taken into the look. */
import type { Block } from '../../document/block.ts';
import { composeDeck } from '../../document/compose-deck.ts';
import { composeDocument } from '../../document/compose.ts';
import { decideType } from '../../document/document-type.ts';
import type { Design } from '../../document/design.ts';
import type { Asset, Document, DocumentType } from '../../document/document.ts';
import { genreFits, recognizeGenre, typeOfGenre, type Genre } from '../../document/genre.ts';
import { detectLanguage } from '../../document/language.ts';
import { markLanguages } from '../../document/mark-languages.ts';
import { onPaperOf } from '../../document/paper.ts';
import { resolveLook, type Look } from '../../document/look.ts';
import { splittingTables } from '../../document/split-tables.ts';
import { placeLogo } from '../../document/place-logo.ts';
import { openSparse, tightnessFor } from '../../document/page-limits.ts';
import type { Style } from '../../document/style.ts';
import { styleApplied } from '../../document/style-applied.ts';
import { resolveDesign, type DesignedLook } from '../../document/design-look.ts';
import { chooseTheme, type ThemeChoice } from '../../document/theme-choice.ts';
import { tightenLook } from '../../document/tighten-look.ts';
import { blockText } from '../../document/walk.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { MarkdownContent } from '../../readers/markdown.ts';
import { deckStyle } from '../../writers/pptx.ts';
import { faceInPdf } from '../../writers/typst.ts';
import type { MakeInput } from '../make.ts';
import type { MadeFormat } from '../../review/define-rule.ts';

function assetsOf(pictures: readonly DecodedPicture[]): Map<string, Asset> {
  return new Map(pictures.map((picture, i) => [`img:${i + 1}`, { key: `img:${i + 1}`, ...picture }]));
}

/** The words of the content by which its language is reported; code is in none. */
function sampleText(blocks: readonly Block[]): string {
  const texts: string[] = [];
  let chars = 0;
  for (const block of blocks) {
    if (block.type === 'code') continue;
    const text = blockText(block);
    texts.push(text);
    chars += text.length;
    if (chars > SAMPLE_CHARS_MAX) break;
  }
  return texts.join('\n');
}

const SAMPLE_CHARS_MAX = 2_000_000;

/** A language without a region gets that of the usual one, where it is the same language. */
const inRegionOf = (lang: string, usual: string | null | undefined): string =>
  usual?.toLowerCase().startsWith(`${lang.toLowerCase()}-`) ? usual : lang;

/** What the author says, what was settled for the request, or what the text shows. Passages in other languages are marked. */
function languageOf({ blocks, meta }: MarkdownContent, { settled, usual }: Pick<MakeInput, 'settled' | 'usual'>): string {
  const lang = meta.lang ?? inRegionOf(settled?.lang ?? detectLanguage(sampleText(blocks), usual?.language ?? undefined), usual?.language);
  markLanguages(blocks, lang);
  return lang;
}

function composePresentation(input: MakeInput, { blocks, meta }: MarkdownContent): Composition {
  const lang = languageOf({ blocks, meta }, input);
  const genre = input.settled?.genre ?? recognizeGenre(blocks, meta, { deck: true });
  const document = branded(input, composeDeck({ blocks, meta, lang, name: input.name, assets: assetsOf(input.pictures) }));
  const choice = chooseTheme({ title: document.title, organization: document.organization, text: sampleText(blocks) });
  const styled = styledLook('presentation', input, meta, choice);
  const look: Look = {
    ...(input.dark === true || /^(?:dark|oscuro)/i.test(meta.theme ?? '') ? { dark: true } : {}),
    ...styled.look,
  };
  return { document, look, style: deckStyle(document, look), type: 'presentation', genre, unmet: styled.unsupported };
}

/** The look with the author's design, where there is one, and what the client asks of the style. */
function styledLook(
  type: DocumentType,
  { settled, copied }: MakeInput,
  meta: MarkdownContent['meta'],
  choice: ThemeChoice,
  genre?: Genre,
): DesignedLook {
  const style = settled?.styleFor(type).style ?? {};
  const design = mergedDesign(copied?.design, meta.design);
  if (design === undefined) return { look: resolveLook(type, style, choice, genre), unsupported: [] };
  const designed = resolveDesign(type, design, style, choice, genre);
  const { unsupported } = designed;
  const look: Look = copied?.template === undefined ? designed.look : { ...designed.look, template: copied.template };
  return { look: meta.canvasRules === undefined ? look : { ...look, canvasRules: meta.canvasRules }, unsupported };
}

/** The look of a supplied file, with what the author says of it himself. */
function mergedDesign(copied: Design | undefined, own: Design | undefined): Design | undefined {
  if (copied === undefined || own === undefined) return own ?? copied;
  return {
    ...copied,
    ...own,
    palette: { ...copied.palette, ...own.palette },
    faces: { ...copied.faces, ...own.faces },
    sizes: { ...copied.sizes, ...own.sizes },
    page: { ...copied.page, ...own.page },
  };
}

/** The style as applied, by the names of the faces that this format is set in. */
function styleIn(format: MadeFormat, look: Look, decided: { cover: boolean; contents: boolean }): Style {
  const style = styleApplied(look, decided);
  if (format === 'pdf') return { ...style, font: faceInPdf(look) };
  // Sheets have rows in place of lines, and neither covers nor contents.
  if (format === 'xlsx') return { ...style, line_spacing: 1, cover_page: false, table_of_contents: false };
  return style;
}

export interface Composition {
  document: Document;
  look: Look;
  /** Before it was made tighter or more open for a limit of pages. */
  looseLook?: Look;
  genre: Genre | undefined;
  style: Style;
  type: DocumentType;
  /** What of the author's design was done otherwise. */
  unmet: string[];
}

/** What the document is called, as far as its first blocks say. */
function titleText(blocks: readonly Block[]): string {
  const first = blocks.find((block) => block.type === 'cover' || block.type === 'heading' || block.type === 'sheet');
  return first === undefined ? '' : blockText(first).slice(0, 300);
}

/** Who a letter comes from. */
const letterheadName = (blocks: readonly Block[]): string | undefined =>
  blocks
    .flatMap((block) => (block.type === 'letterhead' ? block.from.slice(0, 1) : block.type === 'cover' ? [block.organization ?? ''] : []))
    .find((name) => name !== '');

/** A logo that a dark cover would hide gets the white one. */
function onLightCover({ blocks: [first], assets }: Document, look: Look): Look {
  const logo = first?.type === 'cover' && first.logo !== undefined ? assets.get(first.logo) : undefined;
  return logo?.needsLight === true ? { ...look, plainCover: true } : look;
}

/** With the logo of the copied look; a supplied template has its own. */
const branded = ({ copied }: MakeInput, document: Document): Document =>
  copied?.logo === undefined || copied.template !== undefined ? document : placeLogo(document, copied.logo);

/** Blocks as read → the document and the look that it is set in. */
export function composeDraft(input: MakeInput, content: MarkdownContent): Composition {
  const { blocks, meta } = content;
  if (input.format === 'pptx') return composePresentation(input, content);
  const { settled } = input;
  const known = input.format === 'xlsx' ? undefined : (settled?.genre ?? recognizeGenre(blocks, meta));
  const type =
    input.format === 'xlsx' ? 'spreadsheet' : (settled?.type ?? (known === undefined ? decideType(blocks, meta) : typeOfGenre(known)));
  const genre = known !== undefined && genreFits(known, type) ? known : undefined;
  const lang = languageOf(content, input);
  const choice = chooseTheme({
    title: meta.title ?? titleText(blocks),
    organization: meta.organization ?? letterheadName(blocks),
    text: sampleText(blocks),
  });
  const styled = styledLook(type, input, meta, choice, genre);
  const looseLook = onPaperOf(lang, styled.look, input.usual?.paper);
  const limits = settled?.limits ?? content.limits;
  const { document: composed, decided } = composeDocument(
    { blocks, meta, lang, name: input.name, assets: assetsOf(input.pictures), limits },
    looseLook,
  );
  const document = branded(input, composed);
  const coverLook = splittingTables(onLightCover(document, looseLook), document.blocks);
  const look =
    document.limits === undefined
      ? openSparse(document.blocks, coverLook)
      : tightenLook(coverLook, tightnessFor(document.blocks, coverLook, document.limits));
  return { document, look, looseLook: coverLook, style: styleIn(input.format, look, decided), type, genre, unmet: styled.unsupported };
}
