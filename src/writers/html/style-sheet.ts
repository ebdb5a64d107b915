/** The style sheet of one page: the house's rules, the colours, faces and forms of its look, and what single blocks need. */
import type { Look } from '../../document/look.ts';
import type { Draft } from './draft.ts';
import { canvasStack, SIZED_FACES, stacksOf } from './faces.ts';
import { BASE_CSS } from './style-base.ts';
import { BLOCKS_CSS, PRINT_CSS } from './style-blocks.ts';
import { tonesCss } from './tones.ts';

/** Corners where a design says nothing. */
const RADIUS_PX = 8;
const FRAME_REM = { text: 53, wide: 76 };

/** Classes of the page's root, which choose among the forms that a design has. */
export function rootClasses({ type, forms }: Look, { contents, wide }: { contents: boolean; wide: boolean }): string {
  const { headingRule, headingCaps, table, callout } = forms;
  return [
    `t-${type}`,
    contents ? 'with-toc' : '',
    wide ? 'wide-page' : '',
    headingRule === 'none' ? '' : `heads-${headingRule}`,
    headingCaps ? 'heads-caps' : '',
    table === 'ruled' ? '' : `tables-${table}`,
    callout === 'bar' ? '' : `callouts-${callout}`,
  ]
    .filter((name) => name !== '')
    .join(' ');
}

const tidy = (css: string): string => css.replaceAll(/\n+/g, '');

/** @param more rules of blocks that not every page has */
export function styleSheet(draft: Draft, more: string): string {
  const { look } = draft;
  const faces = stacksOf(look);
  const radius = look.design?.radius === undefined ? RADIUS_PX : Math.round((look.forms.radiusPt * 96) / 72);
  const { align, bold } = look.roles.heading1;
  const root =
    `:root{--text:${faces.text};--display:${faces.display};--code:${faces.code};--drawn:${canvasStack('Calibri')};--display-weight:${bold === true ? 700 : 600};` +
    `--radius:${radius}px;--measure:43rem;--frame:${FRAME_REM.text}rem}.wide-page{--frame:${FRAME_REM.wide}rem}`;
  const aligned = [
    align === 'center' || align === 'right' ? `h2{text-align:${align};max-width:none!important}` : '',
    look.roles.title.align === 'center' ? '.hero h1,.hero p{text-align:center;margin-inline:auto}.hero-in::before{margin-inline:auto}' : '',
    look.bodyAlign === 'justify' ? 'main>p{hyphens:auto}' : look.bodyAlign === 'center' ? 'main>p{text-align:center}' : '',
  ].join('');
  const inks = [...draft.texts].map((hex) => `.k${hex}{color:var(--t${hex})}`).join('');
  return tidy([tonesCss(look, draft), root, SIZED_FACES, BASE_CSS, BLOCKS_CSS, more, aligned, inks, ...draft.rules, PRINT_CSS].join('\n'));
}
