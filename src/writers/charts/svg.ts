/** The few SVG elements that charts are drawn with. Lengths are points; numbers are kept short. */

const short = (value: number): string => String(Math.round(value * 100) / 100);
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface TextStyle {
  color: string;
  size: number;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
  rotate?: number;
}

export interface Pen {
  rect(x: number, y: number, width: number, height: number, fill: string, outline?: string): void;
  line(x1: number, y1: number, x2: number, y2: number, color: string, width: number): void;
  path(data: string, options: { fill?: string; stroke?: string; width?: number; dashed?: boolean; outline?: string }): void;
  circle(x: number, y: number, radius: number, fill: string): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  finish(): string;
}

const OTHER_SIDE = { start: 'end', middle: 'middle', end: 'start' } as const;

/**
 * A drawing of `width` × `height` points.
 * @param face family name of all text
 * @param mirrored read from the right: what is drawn at the left stands at the right, texts stay as they are
 */
export function openPen(width: number, height: number, face: string, mirrored = false): Pen {
  const turn = (x: number): number => (mirrored ? width - x : x);
  const parts: string[] = [];
  const outlined = (color: string | undefined): string =>
    color === undefined ? '' : ` stroke="#${color}" stroke-opacity="0.4" stroke-width="0.75"`;
  return {
    rect(left, y, w, h, fill, outline) {
      const x = mirrored ? width - left - Math.max(0, w) : left;
      parts.push(
        `<rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, w))}" height="${short(Math.max(0, h))}" fill="#${fill}"${outlined(outline)}/>`,
      );
    },
    line(x1, y1, x2, y2, color, w) {
      parts.push(
        `<line x1="${short(turn(x1))}" y1="${short(y1)}" x2="${short(turn(x2))}" y2="${short(y2)}" stroke="#${color}" stroke-width="${short(w)}"/>`,
      );
    },
    path(data, { fill, stroke, width: w = 1, dashed = false, outline }) {
      const ink =
        stroke === undefined
          ? outlined(outline)
          : ` stroke="#${stroke}" stroke-width="${short(w)}" stroke-linecap="round" stroke-linejoin="round"${dashed ? ' stroke-dasharray="4 3"' : ''}`;
      const placed = mirrored ? ` transform="matrix(-1 0 0 1 ${short(width)} 0)"` : '';
      parts.push(`<path d="${data}"${placed} fill="${fill === undefined ? 'none' : `#${fill}`}"${ink}/>`);
    },
    circle(x, y, radius, fill) {
      parts.push(
        `<circle cx="${short(turn(x))}" cy="${short(y)}" r="${short(radius)}" fill="#${fill}" stroke="#FFFFFF" stroke-width="0.5"/>`,
      );
    },
    text(from, y, text, { color, size, anchor: given = 'start', bold = false, rotate: degrees }) {
      const x = turn(from);
      const anchor = mirrored ? OTHER_SIDE[given] : given;
      const rotate = mirrored && degrees !== undefined ? -degrees : degrees;
      const turned = rotate === undefined ? '' : ` transform="rotate(${short(rotate)} ${short(x)} ${short(y)})"`;
      parts.push(
        `<text x="${short(x)}" y="${short(y)}" font-family="${escape(face)}" font-size="${short(size)}" fill="#${color}" text-anchor="${anchor}"${bold ? ' font-weight="700"' : ''}${turned}>${escape(text)}</text>`,
      );
    },
    finish: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}pt" height="${short(height)}pt" viewBox="0 0 ${short(width)} ${short(height)}">${parts.join('')}</svg>`,
  };
}

/** Coordinates for a path. */
export const at = (x: number, y: number): string => `${short(x)} ${short(y)}`;
