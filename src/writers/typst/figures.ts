/** Pictures, charts, code and formulas on their own, and what is above and below them. */
import { labelsOf, saysSource } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Code, Equation, Image } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { highlight } from '../highlight.ts';
import { addNote, type Draft } from './draft.ts';
import { formulaMarkup } from './formula.ts';
import { anchorMarkup, runsMarkup } from './runs.ts';
import { code, describing, literal, printable, pt, rgb, textMarkup } from './text.ts';

/** "Table 1  What it shows": the number only where the document counts its tables. */
export function captionMarkup(draft: Draft, blockId: string, caption: readonly Run[]): string {
  const number = draft.references.captions.get(blockId);
  const lead = number === undefined ? '' : code(`caption-number(${literal(`${number.label} ${number.number}`)})`);
  return `${lead}${runsMarkup(draft, caption)}`;
}

/** The line under a table or figure; '' where there is none. */
export function sourceMarkup(draft: Draft, blockId: string, source: readonly Run[] | undefined): string {
  if (source === undefined || source.length === 0) return '';
  const [first] = source;
  const labelled = saysSource(first?.text ?? '');
  return code(
    `source-line[${labelled ? '' : textMarkup(`${labelsOf(languageAt(draft.document, blockId)).source} `)}${runsMarkup(draft, source)}]`,
  );
}

// ----------------------------------------------------------------------------------------------------------- pictures

/** Share of the page's height that a picture may take. */
const HEIGHT_SHARE_MAX = 0.72;
/** A picture is not enlarged beyond this many pixels to the inch. */
const PIXELS_PER_INCH_MIN = 110;

export function imageMarkup(draft: Draft, image: Image): string {
  const asset = image.asset === null ? undefined : draft.document.assets.get(image.asset);
  const place = anchorMarkup(draft, image.anchor);
  const caption = image.caption === undefined || image.caption.length === 0 ? 'none' : `[${captionMarkup(draft, image.id, image.caption)}]`;
  const source = sourceMarkup(draft, image.id, image.source);
  if (asset === undefined) {
    if (image.asset !== null)
      addNote(draft, {
        code: 'image_missing',
        severity: 'warning',
        message: `There is no picture ${image.asset}; its description is in its place.`,
        blockId: image.id,
      });
    const text = image.alt === '' ? labelsOf(languageAt(draft.document, image.id)).image : image.alt;
    return `${place}${code(`missing-figure(${caption}, ${source === '' ? 'false' : 'true'})[${textMarkup(text)}]`)}${source}`;
  }
  const name = assetName(asset.key, asset.contentType);
  draft.assets.set(name, asset.data);
  const naturalPt = (asset.width * 72) / PIXELS_PER_INCH_MIN;
  const wantedPt = image.width === undefined ? Math.min(naturalPt, draft.widthPt) : image.width * draft.widthPt;
  const scale = draft.look.figureScale ?? 1;
  const heightMaxPt = draft.measures.textHeightPt * HEIGHT_SHARE_MAX * scale;
  const widthPt = Math.max(8, Math.min(wantedPt * scale, (heightMaxPt * asset.width) / Math.max(asset.height, 1)));
  const alt = literal(describing(image.alt, labelsOf(languageAt(draft.document, image.id)).image));
  const picture = `image(${literal(`/assets/${name}`)}, alt: ${alt}, width: ${pt(widthPt)})`;
  const link =
    image.link !== undefined && /^https?:\/\/[^\s<>"]+$/i.test(image.link) && image.link.length <= 2048
      ? `link(${literal(image.link)}, ${picture})`
      : picture;
  return `${place}${code(`picture(${caption}, ${source === '' ? 'false' : 'true'}, ${link})`)}${source}`;
}

/** `img:1` → `img-1.png`: a name with nothing in it that a path could mean. */
export function assetName(key: string, contentType: string): string {
  return `${key.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${contentType === 'image/jpeg' ? 'jpg' : 'png'}`;
}

// ----------------------------------------------------------------------------------------------------- code, equations

const CODE_ADVANCE_EM = 0.6;
const CODE_PADDING_PT = 20;
const WHOLE_LINES_MAX = 20;

/** Code in colours; the plain text beside it is what copying and reading aloud give. */
export function codeMarkup(draft: Draft, block: Code): string {
  const text = printable(block.text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    '));
  const sizePt = draft.measures.roles.code.sizePt;
  const columns = Math.max(8, Math.floor((draft.widthPt - CODE_PADDING_PT) / (sizePt * CODE_ADVANCE_EM)));
  const lines = highlight(text, block.language);
  const shown = lines.map((line) => codeLine(line, columns));
  const whole = lines.length <= WHOLE_LINES_MAX;
  return `${anchorMarkup(draft, block.anchor)}${code(`code-block(${literal(text)}, ${whole})[${shown.join('#linebreak();')}]`)}`;
}

interface Piece {
  text: string;
  color?: string;
  bold?: boolean;
  italic?: boolean;
}

/** A line, broken after so many characters: code has no spaces where a break would be wanted. */
function codeLine(pieces: readonly Piece[], columns: number): string {
  let markup = '';
  let column = 0;
  for (const piece of pieces) {
    let rest = [...piece.text];
    while (rest.length > 0) {
      if (column >= columns) {
        markup += '#linebreak();';
        column = 0;
      }
      const part = rest.slice(0, columns - column);
      rest = rest.slice(part.length);
      column += part.length;
      markup += codePiece(part.join(''), piece);
    }
  }
  return markup;
}

function codePiece(text: string, { color, bold, italic }: Piece): string {
  const settings = [
    color === undefined ? '' : `fill: ${rgb(color)}`,
    bold === true ? 'weight: 700' : '',
    italic === true ? 'style: "italic"' : '',
  ].filter((setting) => setting !== '');
  // a space at the start of a line would be dropped
  const shown = literal(text.replaceAll(' ', '\u00A0'));
  return settings.length === 0 ? code(shown) : code(`text(${settings.join(', ')}, ${shown})`);
}

export function equationMarkup(draft: Draft, equation: Equation): string {
  const number = draft.references.equations.get(equation.id);
  const formula = formulaMarkup(draft, equation.tex, 'block', equation.id);
  const place = anchorMarkup(draft, equation.anchor);
  return `${place}${code(`display-formula(${number === undefined ? 'none' : literal(`(${number})`)})[${formula}]`)}`;
}
