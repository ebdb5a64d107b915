/**
 * The CSS of a canvas: one table of properties, each with what it does to a style. The reader checks declarations
 * against it, the layout computes styles with it, so that neither knows a property that the other does not.
 */
import type { Border, Four, Style, StyleContext } from './canvas-box.ts';
import { readColor, readLength, readPaint, readPixels, splitValue, type Color, type Length, type ValueContext } from './canvas-values.ts';

/** Applies a value; false where it is not one of the property. */
type Apply = (style: Style, value: string, context: StyleContext) => boolean;

const values = (style: Style, context: StyleContext): ValueContext => ({
  colors: context.colors,
  fontSize: style.fontSize,
  color: style.color,
});

/** A property whose value is one of a few words. */
function words<T extends string>(allowed: readonly T[], set: (style: Style, word: T) => void): Apply {
  return (style, value) => {
    const word = allowed.find((candidate) => candidate === value);
    if (word !== undefined) set(style, word);
    return word !== undefined;
  };
}
function length(set: (style: Style, value: Length) => void): Apply {
  return (style, value) => {
    const read = readLength(value, style);
    if (read !== undefined) set(style, read);
    return read !== undefined;
  };
}
function pixels(set: (style: Style, value: number) => void, min = 0, max = Infinity): Apply {
  return (style, value) => {
    const read = readPixels(value, style);
    const valid = read !== undefined && read >= min && read <= max;
    if (valid) set(style, read);
    return valid;
  };
}
function figure(set: (style: Style, value: number) => void, min: number, max: number): Apply {
  return (style, value) => {
    const read = Number(value);
    const valid = value !== '' && read >= min && read <= max;
    if (valid) set(style, read);
    return valid;
  };
}

function four<T>(read: (part: string, style: Style) => T | undefined, set: (style: Style, sides: Four<T>) => void): Apply {
  return (style, value) => {
    const parts = splitValue(value, ' ').map((part) => read(part, style));
    const [top, right = top, bottom = top, left = right] = parts;
    if (
      parts.length > 4 ||
      top === undefined ||
      right === undefined ||
      bottom === undefined ||
      left === undefined ||
      parts.includes(undefined)
    )
      return false;
    set(style, [top, right, bottom, left]);
    return true;
  };
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const ALIGNMENTS = ['flex-start', 'flex-end', 'start', 'end', 'center', 'stretch', 'baseline', 'auto'] as const;
const JUSTIFIED = ['flex-start', 'flex-end', 'start', 'end', 'center', 'space-between', 'space-around', 'space-evenly'] as const;

function readBorder(value: string, style: Style, context: StyleContext): Border | 'none' | undefined {
  if (value === 'none' || value === '0') return 'none';
  let border: Border = { width: 2, line: 'solid', color: style.color };
  for (const part of splitValue(value, ' ')) {
    const width = readPixels(part, style);
    const color = width === undefined ? readColor(part, values(style, context)) : undefined;
    if (width !== undefined && width >= 0 && width <= 200) border = { ...border, width };
    else if (part === 'solid' || part === 'dashed' || part === 'dotted') border = { ...border, line: part };
    else if (color) border = { ...border, color };
    else return undefined;
  }
  return border.width === 0 ? 'none' : border;
}

const borderOn =
  (sides: readonly number[]): Apply =>
  (style, value, context) => {
    const border = readBorder(value, style, context);
    if (border === undefined) return false;
    for (const side of sides) style.border[side] = border === 'none' ? undefined : border;
    return true;
  };

const applyShadow: Apply = (style, value, context) => {
  if (value === 'none') {
    style.shadow = undefined;
    return true;
  }
  const lengths: number[] = [];
  let color: Color = { hex: '000000', alpha: 0.25 };
  for (const part of splitValue(splitValue(value, ',')[0] ?? '', ' ')) {
    const size = readPixels(part, style);
    const read = size === undefined ? readColor(part, values(style, context)) : undefined;
    if (size !== undefined) lengths.push(size);
    else if (read) color = read;
    else return false;
  }
  const [x, y, blur = 0] = lengths;
  if (x === undefined || y === undefined) return false;
  style.shadow = { x, y, blur: Math.max(0, blur), color };
  return true;
};

const applyFlex: Apply = (style, value) => {
  const parts = splitValue(value === 'none' ? '0 0 auto' : value === 'auto' ? '1 1 auto' : value, ' ');
  const grow = Number(parts[0]);
  const shrink = parts[1] === undefined ? 1 : Number(parts[1]);
  const basis = parts[2] === undefined ? 0 : readLength(parts[2], style);
  if (!(grow >= 0) || !(shrink >= 0) || basis === undefined || parts.length > 3) return false;
  Object.assign(style, { grow, shrink, basis });
  return true;
};

const applyPaint: Apply = (style, value, context) => {
  const paint = readPaint(value, values(style, context));
  if (paint === undefined) return false;
  style.paint = paint === 'none' ? undefined : paint;
  return true;
};

/** `repeat(3, 1fr)`, `1fr 2fr`, `200px 1fr`. */
const applyTracks: Apply = (style, value) => {
  const unrolled = value.replaceAll(/repeat\(\s*(\d{1,2})\s*,([^()]*)\)/g, (_whole, count: string, tracks: string) =>
    `${tracks} `.repeat(Number(count)),
  );
  const tracks = splitValue(unrolled, ' ').map((part) => {
    const share = /^([\d.]+)fr$/.exec(part)?.[1];
    if (share !== undefined && Number(share) > 0) return { share: Number(share) };
    const size = part === 'auto' ? undefined : readLength(part, style);
    return size === undefined ? undefined : { length: size };
  });
  const known = tracks.filter((track) => track !== undefined);
  if (known.length === 0 || known.length > 24 || known.length !== tracks.length) return false;
  style.tracks = known;
  style.display = 'grid';
  return true;
};

const applyFamily: Apply = (style, value, { faces }) => {
  const name = (splitValue(value, ',')[0] ?? '').replaceAll(/["']/g, '').trim();
  const [, role = name] = /^var\(\s*--([a-z]+)\s*\)$/.exec(name) ?? [];
  const generic: Readonly<Record<string, string>> = {
    display: faces.display,
    serif: faces.display,
    text: faces.text,
    'sans-serif': faces.text,
    code: faces.code,
    monospace: faces.code,
  };
  if (!/^[\p{L}\p{N} .-]{1,60}$/u.test(role)) return false;
  style.fontFamily = generic[role] ?? role;
  return true;
};

const applyLineHeight: Apply = (style, value) => {
  if (value === 'normal') {
    style.lineHeight = undefined;
    return true;
  }
  const plain = Number(value);
  const size = Number.isFinite(plain) ? plain : readLength(value, style);
  const multiple =
    size === undefined || size === 'auto'
      ? NaN
      : typeof size === 'string'
        ? Number.parseFloat(size) / 100
        : Number.isFinite(plain)
          ? size
          : size / style.fontSize;
  if (!(multiple >= 0.5 && multiple <= 5)) return false;
  style.lineHeight = multiple;
  return true;
};

const applyRatio: Apply = (style, value) => {
  const [a = '', b = '1'] = value.split('/');
  const ratio = Number(a) / Number(b);
  if (!(ratio > 0.01 && ratio < 100)) return false;
  style.aspectRatio = ratio;
  return true;
};

const colorOr =
  (set: (style: Style, color: Color | 'none') => void): Apply =>
  (style, value, context) => {
    const color = value === 'none' ? 'none' : readColor(value, values(style, context));
    if (color !== undefined) set(style, color);
    return color !== undefined;
  };

const PROPERTIES: Readonly<Record<string, Apply>> = {
  display: words(['block', 'flex', 'grid', 'none'], (style, word) => (style.display = word)),
  'flex-direction': words(['row', 'column', 'row-reverse', 'column-reverse'], (style, word) => (style.direction = word)),
  'flex-wrap': words(['wrap', 'nowrap'], (style, word) => (style.wrap = word === 'wrap')),
  flex: applyFlex,
  'flex-grow': figure((style, value) => (style.grow = value), 0, 1000),
  'flex-shrink': figure((style, value) => (style.shrink = value), 0, 1000),
  'flex-basis': length((style, value) => (style.basis = value)),
  gap: (style, value) => {
    const [row, column = row] = splitValue(value, ' ').map((part) => readPixels(part, style));
    if (row === undefined || column === undefined || row < 0 || column < 0) return false;
    Object.assign(style, { rowGap: row, columnGap: column });
    return true;
  },
  'row-gap': pixels((style, value) => (style.rowGap = value)),
  'column-gap': pixels((style, value) => (style.columnGap = value)),
  'align-items': words(ALIGNMENTS, (style, word) => (style.alignItems = word)),
  'align-self': words(ALIGNMENTS, (style, word) => (style.alignSelf = word)),
  'justify-content': words(JUSTIFIED, (style, word) => (style.justify = word)),
  'grid-template-columns': applyTracks,
  width: length((style, value) => (style.width = value)),
  height: length((style, value) => (style.height = value)),
  'min-width': length((style, value) => (style.minWidth = value)),
  'min-height': length((style, value) => (style.minHeight = value)),
  'max-width': length((style, value) => (style.maxWidth = value)),
  'max-height': length((style, value) => (style.maxHeight = value)),
  'aspect-ratio': applyRatio,
  position: words(['static', 'relative', 'absolute'], (style, word) => (style.absolute = word === 'absolute')),
  overflow: words(['visible', 'hidden', 'clip'], (style, word) => (style.clip = word !== 'visible')),
  'grid-column': (style, value) => {
    const [from = '', to = ''] = value.split('/').map((part) => part.trim());
    const span = /^span (\d{1,2})$/.exec(to === '' ? from : to)?.[1];
    const columns = span === undefined ? Number(to) - Number(from) : Number(span);
    if (to === '' && span === undefined) return false;
    if (!(columns >= 1 && columns <= 24)) return false;
    style.span = columns;
    return true;
  },
  inset: four(
    (part, style) => readLength(part, style),
    (style, sides) => (style.inset = sides),
  ),
  padding: four(
    (part, style) => readLength(part, style),
    (style, sides) => (style.padding = sides),
  ),
  margin: four(
    (part, style) => readLength(part, style),
    (style, sides) => (style.margin = sides),
  ),
  ...Object.fromEntries(
    SIDES.flatMap((side, at): [string, Apply][] => [
      [side, length((style, value) => (style.inset[at] = value))],
      [`padding-${side}`, length((style, value) => (style.padding[at] = value))],
      [`margin-${side}`, length((style, value) => (style.margin[at] = value))],
      [`border-${side}`, borderOn([at])],
    ]),
  ),
  background: applyPaint,
  'background-color': applyPaint,
  'background-image': applyPaint,
  border: borderOn([0, 1, 2, 3]),
  'border-radius': four(readLength, (style, corners) => {
    const [first, ...others] = corners;
    const even = others.every((corner) => corner === first);
    Object.assign(style, { radius: first, corners: even ? undefined : corners });
  }),
  ...Object.fromEntries(
    (['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const).map((corner, at) => [
      `border-${corner}-radius`,
      length((style, value) => {
        style.corners ??= [style.radius, style.radius, style.radius, style.radius];
        style.corners[at] = value;
      }),
    ]),
  ),
  'stroke-dasharray': (_style, value) => value === 'none' || /^[\d.\s,]+$/.test(value),
  'box-shadow': applyShadow,
  opacity: figure((style, value) => (style.opacity = value), 0, 1),
  'object-fit': words(['cover', 'contain'], (style, word) => (style.fit = word)),
  color: (style, value, context) => {
    const color = readColor(value, values(style, context));
    if (color) style.color = color;
    return color !== undefined;
  },
  'font-family': applyFamily,
  'font-size': pixels((style, value) => (style.fontSize = value), 4, 600),
  'font-weight': (style, value) => {
    const weight = value === 'bold' ? 700 : value === 'normal' ? 400 : Number(value);
    if (!(weight >= 100 && weight <= 900)) return false;
    style.bold = weight >= 600;
    return true;
  },
  'font-style': words(['normal', 'italic'], (style, word) => (style.italic = word === 'italic')),
  'text-decoration': words(['none', 'underline', 'line-through'], (style, word) =>
    Object.assign(style, { underline: word === 'underline', strike: word === 'line-through' }),
  ),
  'line-height': applyLineHeight,
  'letter-spacing': (style, value) => {
    const spacing = value === 'normal' ? 0 : readPixels(value, style);
    if (spacing === undefined || Math.abs(spacing) > 100) return false;
    style.letterSpacing = spacing;
    return true;
  },
  'font-variant-numeric': words(['normal', 'lining-nums', 'tabular-nums', 'lining-nums tabular-nums'], (style, word) => {
    style.lining = word.includes('lining');
  }),
  'text-align': words(['left', 'center', 'right', 'justify'], (style, word) => (style.align = word)),
  'text-transform': words(['none', 'uppercase', 'lowercase', 'capitalize'], (style, word) => (style.transform = word)),
  'white-space': words(['normal', 'nowrap'], (style, word) => (style.nowrap = word === 'nowrap')),
  'text-wrap': words(['wrap', 'balance', 'nowrap'], (style, word) =>
    Object.assign(style, { balance: word === 'balance', nowrap: word === 'nowrap' }),
  ),
  fill: colorOr((style, color) => (style.fill = color)),
  stroke: colorOr((style, color) => (style.stroke = color)),
  'stroke-width': pixels((style, value) => (style.strokeWidth = value), 0, 200),
};

/** Lays a declaration over a style. @returns whether the property is known, and the value one of it */
export function applyDeclaration(style: Style, property: string, value: string, context: StyleContext): 'applied' | 'unknown' | 'invalid' {
  const apply = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
  if (apply === undefined) return 'unknown';
  return apply(style, value, context) ? 'applied' : 'invalid';
}
