/** The icons of Lucide (ISC licence), as paths on a square of 24. */
import { append } from '../base/append.ts';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { readPath, shapePath, type PathCommand } from './vector-path.ts';

/** Side of the square that icons are drawn on, and the width of their lines. */
export const ICON_SIZE = 24;
export const ICON_STROKE = 2;

const bodies: Readonly<Record<string, { body: string } | undefined>> = lucide.icons;
const aliases: Readonly<Record<string, { parent: string } | undefined>> = lucide.aliases;
const made = new Map<string, PathCommand[]>();

/** The lines of an icon by its name (`truck`); undefined where there is none of that name. */
export function iconPath(given: string): PathCommand[] | undefined {
  const name = given
    .trim()
    .toLowerCase()
    .replace(/^lucide[:-]/, '')
    .replaceAll(/[\s_]+/g, '-');
  const known = made.get(name);
  if (known) return known;
  const parent = Object.hasOwn(aliases, name) ? aliases[name]?.parent : undefined;
  const key = parent ?? name;
  const body = Object.hasOwn(bodies, key) ? bodies[key]?.body : undefined;
  if (body === undefined) return undefined;
  const commands: PathCommand[] = [];
  for (const [, tag = '', attributes = ''] of body.matchAll(/<(path|circle|rect|ellipse|line|polyline|polygon)\b([^>]*)>/g)) {
    const geometry = Object.fromEntries(
      Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
    );
    append(commands, readPath(shapePath(tag, geometry) ?? '') ?? []);
  }
  made.set(name, commands);
  return commands;
}

/** Names that begin or end like one that does not exist. */
export function similarIcons(name: string): string[] {
  const word = name.toLowerCase().split('-')[0] ?? '';
  return word.length < 3
    ? []
    : Object.keys(bodies)
        .filter((key) => key.includes(word))
        .slice(0, 4);
}
