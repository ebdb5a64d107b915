/** Forms that a design chooses among, beyond sizes and colours. A look has all of them; the house's own are the default. */
import type { CALLOUT_FORMS, COVER_FORMS, HEADING_RULES, SLIDE_DECORATIONS, TABLE_FORMS } from './design.ts';

export interface Forms {
  /** Of headings of level 1: a line below or above, or a bar at the side from which the text is read. */
  headingRule: (typeof HEADING_RULES)[number];
  /** Headings of levels 1 and 2 in spaced capitals. */
  headingCaps: boolean;
  table: (typeof TABLE_FORMS)[number];
  /** Ground and text of the head of a filled table, RRGGBB; absent: the deep tone and white. */
  tableHead?: { ground: string; text: string };
  callout: (typeof CALLOUT_FORMS)[number];
  cover: (typeof COVER_FORMS)[number];
  /** Ground of the cover, RRGGBB; absent: the deep tone. */
  coverGround?: string;
  headerRule: boolean;
  footerRule: boolean;
  /** Points; 0: square corners. */
  radiusPt: number;
  /** Colours of the series of charts in order, RRGGBB; absent: those of the palette. */
  series?: readonly string[];
  gridlines: boolean;
  slides: {
    /** Ground of slides of text, RRGGBB; absent: white, or the night of a dark deck. */
    ground?: string;
    decoration?: (typeof SLIDE_DECORATIONS)[number];
    titlePt?: number;
  };
}

/** What documents have whose authors say nothing of it. */
export const HOUSE_FORMS: Forms = {
  headingRule: 'none',
  headingCaps: false,
  table: 'ruled',
  callout: 'bar',
  cover: 'block',
  headerRule: false,
  footerRule: true,
  radiusPt: 0,
  gridlines: true,
  slides: {},
};
