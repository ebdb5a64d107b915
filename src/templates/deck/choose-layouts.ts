/** Which layout of a template serves which kind of slide: by its declared type, by what it holds and where, by its name, by use. */
import { minOf } from '../../base/extremes.ts';
import { isFurniture, isTitleType, type TemplateBox, type TemplateLayout, type TemplatePlaceholder } from './read-layout.ts';

export interface ChosenLayouts {
  title: TemplateLayout;
  section: TemplateLayout;
  content: TemplateLayout;
  two: TemplateLayout | undefined;
  comparison: TemplateLayout | undefined;
  titleOnly: TemplateLayout;
  end: TemplateLayout;
}

export interface SlideSize {
  w: number;
  h: number;
}

const NAMES = {
  title: /title slide|cover|portada|titelfolie|titelseite|diapositive de titre|page de titre|couverture|opening/i,
  section: /section|divider|chapter|secci[oó]n|separador|abschnitt|kapitel|transition|intertitre/i,
  content: /title and content|title, content|t[ií]tulo y (?:objetos|contenido)|titel und inhalt|titre et contenu|bullet|content|text/i,
  end: /closing|thank|end slide|final|cierre|gracias|schluss|danke|merci|fin\b|contact/i,
  vertical: /vert/i,
};

const area = ({ w, h }: TemplateBox): number => w * h;
const HELD = new Set(['body', 'obj', 'pic', 'chart', 'tbl', 'dgm', 'media', 'clipArt']);
/** A line for a date or a caption is no place for content. */
const CONTENT_SHARE_MIN = 0.06;

/** Places for content that are large enough, left to right. */
export const contentPlaces = ({ placeholders }: TemplateLayout, size: SlideSize): TemplatePlaceholder[] =>
  placeholders
    .filter(({ type, box }) => HELD.has(type) && area(box) >= CONTENT_SHARE_MIN * size.w * size.h)
    .toSorted((a, b) => a.box.x - b.box.x);

export const titlePlace = ({ placeholders }: TemplateLayout): TemplatePlaceholder | undefined =>
  placeholders.find(({ type }) => isTitleType(type));

const takesText = ({ type }: TemplatePlaceholder): boolean => type === 'body' || type === 'obj';

function isContent(layout: TemplateLayout, size: SlideSize): boolean {
  const places = contentPlaces(layout, size);
  const [only] = places;
  return (
    titlePlace(layout) !== undefined &&
    places.length === 1 &&
    only !== undefined &&
    takesText(only) &&
    area(only.box) > 0.22 * size.w * size.h &&
    only.box.w > 0.5 * size.w
  );
}

function isTwo(layout: TemplateLayout, size: SlideSize): boolean {
  const places = contentPlaces(layout, size).filter(takesText);
  const [left, right] = places;
  return (
    titlePlace(layout) !== undefined &&
    places.length === 2 &&
    left !== undefined &&
    right !== undefined &&
    Math.abs(left.box.y - right.box.y) < 0.15 * size.h &&
    left.box.x + left.box.w < right.box.x + 0.2 &&
    Math.min(area(left.box), area(right.box)) > 0.55 * Math.max(area(left.box), area(right.box))
  );
}

const isBare = (layout: TemplateLayout, size: SlideSize): boolean =>
  titlePlace(layout) !== undefined &&
  layout.placeholders.every(({ type, box }) => isTitleType(type) || isFurniture(type) || area(box) < 0.03 * size.w * size.h);

/** A title above the rest of its slide. */
const isTopTitle = (layout: TemplateLayout, size: SlideSize): boolean => {
  const title = titlePlace(layout);
  return title !== undefined && title.box.y + title.box.h < 0.45 * size.h && title.box.w > 0.4 * size.w;
};

/** Titles in one place and of one size: slides of the two look like one deck. */
function alikeTitles(a: TemplateLayout, b: TemplateLayout, size: SlideSize): boolean {
  const [one, other] = [titlePlace(a), titlePlace(b)];
  if (one === undefined || other === undefined) return false;
  const [left, right] = [one.levels[0], other.levels[0]];
  return Math.abs(one.box.y - other.box.y) < size.h * 0.06 && left?.sizePt === right?.sizePt && left?.color === right?.color;
}

/**
 * undefined where no layout has a title.
 * @param uses how many slides of the template use each layout, by part
 * @param first layout of its first slide
 */
export function chooseLayouts(
  layouts: readonly TemplateLayout[],
  size: SlideSize,
  { uses, first }: { uses: ReadonlyMap<string, number>; first: string | undefined },
): ChosenLayouts | undefined {
  const titled = layouts.filter((layout) => titlePlace(layout) !== undefined);
  const used = ({ part }: TemplateLayout): number => uses.get(part) ?? 0;
  const best = (fits: (layout: TemplateLayout) => boolean, score: (layout: TemplateLayout) => number): TemplateLayout | undefined =>
    titled.filter(fits).toSorted((a, b) => score(b) - score(a))[0];
  const named = (words: RegExp, layout: TemplateLayout): number => (words.test(layout.name) ? 4 : 0);
  const typed = (types: readonly string[], layout: TemplateLayout): number =>
    layout.type !== undefined && types.includes(layout.type) ? 6 : 0;
  const level = (layout: TemplateLayout): number =>
    (NAMES.vertical.test(`${layout.type ?? ''} ${layout.name}`) ? -20 : 0) + Math.min(3, used(layout));
  const content =
    best(
      (layout) => isContent(layout, size) && isTopTitle(layout, size),
      (layout) => level(layout) + typed(['obj', 'tx'], layout) + named(NAMES.content, layout),
    ) ??
    best(
      (layout) => contentPlaces(layout, size).some(takesText),
      (layout) => level(layout) + typed(['obj', 'tx'], layout) + (isTopTitle(layout, size) ? 3 : 0) - contentPlaces(layout, size).length,
    );
  const title =
    best(
      (layout) => layout.placeholders.some(({ type }) => type === 'ctrTitle') || layout.type === 'title' || NAMES.title.test(layout.name),
      (layout) => level(layout) + typed(['title'], layout) + named(NAMES.title, layout) + (layout.part === first ? 5 : 0),
    ) ?? titled.find(({ part }) => part === first);
  const titleOnly =
    best(
      (layout) => isBare(layout, size) && isTopTitle(layout, size),
      (layout) => level(layout) + typed(['titleOnly'], layout) + (content !== undefined && alikeTitles(layout, content, size) ? 4 : 0),
    ) ?? content;
  const fallback = content ?? titleOnly ?? title;
  if (fallback === undefined) return undefined;
  const main = content ?? fallback;
  const opening = title ?? main;
  return {
    title: opening,
    content: main,
    titleOnly: titleOnly ?? main,
    section:
      best(
        (layout) => layout.type === 'secHead' || NAMES.section.test(layout.name),
        (layout) => level(layout) + typed(['secHead'], layout) + named(NAMES.section, layout),
      ) ?? opening,
    two: best(
      (layout) => isTwo(layout, size) && isTopTitle(layout, size),
      (layout) => level(layout) + typed(['twoObj'], layout),
    ),
    comparison: best(
      (layout) => layout.type === 'twoTxTwoObj',
      (layout) => level(layout),
    ),
    end:
      best(
        (layout) => NAMES.end.test(layout.name),
        (layout) => level(layout),
      ) ?? opening,
  };
}

/** Where a composition may stand: below the title, above the foot, between the margins. */
export function freeArea({ content, titleOnly }: ChosenLayouts, size: SlideSize): TemplateBox {
  const title = titlePlace(titleOnly)?.box;
  const body = contentPlaces(content, size).find(takesText)?.box;
  const titleEnd = title !== undefined && title.y + title.h < size.h * 0.5 ? title.y + title.h : size.h * 0.22;
  const feet = titleOnly.placeholders.filter(({ type, box }) => isFurniture(type) && box.y > size.h * 0.7).map(({ box }) => box.y);
  const foot = minOf([size.h * 0.95, ...feet]) - 0.05;
  const usable = body !== undefined && body.w > size.w * 0.55 && body.h > size.h * 0.35 ? body : undefined;
  const x = usable?.x ?? title?.x ?? size.w * 0.06;
  const w = usable?.w ?? (title === undefined ? size.w * 0.88 : Math.max(title.w, size.w * 0.6));
  const y = Math.max(usable?.y ?? titleEnd + size.h * 0.03, titleEnd);
  const end = Math.min(usable === undefined ? foot : usable.y + usable.h, foot);
  const h = Math.max(size.h * 0.3, end - y);
  const left = Math.min(Math.max(x, 0), size.w * 0.5);
  return { x: left, y: Math.min(y, size.h - h), w: Math.min(w, size.w - left), h };
}
