/** A deck as it is decided, before a byte of it is written. */
import type { DrawnItem } from '../../../canvas/drawing.ts';
import type { Block } from '../../../document/block.ts';
import type { Asset, Document } from '../../../document/document.ts';
import type { Run } from '../../../document/inline.ts';
import type { Look } from '../../../document/look.ts';
import type { Note } from '../../../base/note.ts';
import type { ChartSpec } from '../../../ooxml/chart.ts';
import type { DeckTheme } from '../deck-theme.ts';
import type { Box, Layout, Shape, ShapeGroup } from './layout.ts';

export interface PlannedParagraph {
  runs: readonly Run[];
  /** Index into the placeholder's levels. */
  level: number;
  /** Where it differs from the level's own. */
  bullet?: 'none' | 'number';
  /** Number of the first item of a list. */
  startAt?: number;
  /** Where it differs from the level's own, before shrinking; points. */
  sizePt?: number;
  bold?: boolean;
  /** An equation on a line of its own, as TeX; the runs are what stands for it where none can be shown. */
  tex?: string;
}

/** First of the runs that spell out a formula within a line: its TeX, and how many runs there are. */
export interface FormulaRun extends Run {
  tex: string;
  spelledIn: number;
}

export const isFormulaRun = (run: Run): run is FormulaRun => 'tex' in run;

/** An equation as it is drawn in the text of a deck, at 20 pt. */
export interface FormulaPicture {
  asset: Asset;
  widthPt: number;
  heightPt: number;
}
export type FormulaPictures = ReadonlyMap<string, FormulaPicture>;

export interface PlannedCell {
  runs: readonly Run[];
  align: 'left' | 'center' | 'right';
  colspan: number;
  rowspan: number;
  /** Position covered by a span. */
  covered?: 'across' | 'down' | 'both';
}

export interface PlannedTable {
  /** Inches. */
  columns: number[];
  rows: { cells: PlannedCell[]; heightIn: number; role: 'head' | 'body' | 'mark' | 'total' }[];
  sizePt: number;
  headPt: number;
  alt: string;
  /** Its first column is the rightmost. */
  rtl?: boolean;
  /** The column that the table is about: the own one among others, or that of the totals. */
  markedColumn?: number;
}

/**
 * What a text is where its placeholder does not tell: a heading with its text in the form of an item, what was said in the place of the
 * title, the heading of such a slide, the beginning of the paragraph that follows.
 */
export type TextName = 'Part' | 'Quotation' | 'Heading' | 'Opening';

export type Fill =
  | {
      kind: 'text';
      key: string;
      paragraphs: PlannedParagraph[];
      scale: number;
      spread?: number;
      box?: Box;
      called?: TextName;
      /** Free at the side where lines end, so that they are about equally long; inches. */
      narrowIn?: number;
      /** How much lower than its place says its first line is; inches. */
      lowerIn?: number;
    }
  | { kind: 'table'; key: string; table: PlannedTable; box: Box }
  | { kind: 'chart'; key: string; spec: ChartSpec; alt: string; box?: Box }
  | {
      kind: 'picture';
      key: string;
      asset: Asset;
      alt: string;
      box: Box;
      crop: { left: number; top: number; right: number; bottom: number };
      link?: string | undefined;
    };

/** A canvas laid out on its slide; CSS pixels. */
export interface PlannedDrawing {
  items: DrawnItem[];
  /** By the id of the element. */
  charts: ReadonlyMap<string, { spec: ChartSpec; alt: string }>;
  alt?: string | undefined;
}

export interface PlannedSlide {
  layout: Layout;
  /** The title as plain text, for the outline and for links; '' where the layout has none. */
  title: string;
  /** In reading order, the title first. */
  fills: Fill[];
  /** Decoration that belongs to this slide alone. */
  shapes: (Shape | ShapeGroup)[];
  /** A free design, above what the layout draws. */
  drawing?: PlannedDrawing;
  /** What is said, as blocks. */
  notes: Block[];
  /** Anchors that lead to this slide. */
  anchors: string[];
}

export interface DeckPlan {
  document: Document;
  look: Look;
  theme: DeckTheme;
  layouts: Layout[];
  slides: PlannedSlide[];
  notes: Note[];
}

/** What has gone before: no three slides of one form follow each other, and at intervals one is on a deep ground. */
export interface Rhythm {
  /** Forms of the slides before, the last one first. */
  recent: readonly string[];
  /** Slides since the last one on a background of full colour. */
  sinceDeep: number;
}

/** What building a slide needs to know of the deck. */
export interface PlanContext {
  document: Document;
  look: Look;
  theme: DeckTheme;
  layouts: ReadonlyMap<string, Layout>;
  notes: Note[];
  rhythm: Rhythm;
  /** Text at the foot of a slide without a source. */
  footer: string;
  /** Text of the footnotes by id, and the number of each. */
  footnotes: ReadonlyMap<string, { number: number; blocks: Block[] }>;
}
