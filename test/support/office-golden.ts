/**
 * Goldens of office files: the parts of a package as canonical text, one line for an element, so that a change of the
 * writer shows as a diff that a person can read. `npm run accept` (OCTAVO_ACCEPT=1) writes them again.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { escapeAttribute, escapeText } from '../../src/ooxml/xml-text.ts';
import { parseXml } from '../../src/ooxml/xml-tree.ts';
import type { XmlElement } from '../../src/ooxml/xml-tree.ts';

/** Lists every part with the hash of what is no XML, in the order of the package. */
const LISTING = 'parts.txt';
const DIFFERENCES_SHOWN = 12;

/** Canonical text by part, and the listing. */
export function canonicalParts(bytes: Uint8Array): Map<string, string> {
  const texts = new Map<string, string>();
  const listing: string[] = [];
  for (const part of readZip(bytes).parts.values()) {
    const data = part.read();
    if (/\.(?:xml|rels|vml)$/i.test(part.name)) {
      texts.set(part.name, canonicalXml(decodeXml(data).text));
      listing.push(part.name);
    } else {
      listing.push(`${part.name}  ${data.length} bytes  ${createHash('sha256').update(data).digest('hex').slice(0, 16)}`);
    }
  }
  return texts.set(LISTING, `${listing.join('\n')}\n`);
}

/**
 * One line for an element, indented; text where it stands, since its white space counts. Attributes keep their order:
 * the same document gives the same bytes, so another order is a change.
 */
export function canonicalXml(source: string): string {
  return `${writeElement(parseXml(source).root, '').join('\n')}\n`;
}

function writeElement(element: XmlElement, indent: string): string[] {
  const attributes = element.attributes.map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const texts = element.children.filter((child) => child.kind === 'text');
  const elements = element.children.filter((child) => child.kind === 'element');
  if (element.children.length === 0) return [`${indent}<${element.name}${attributes}/>`];
  if (elements.length === 0)
    return [`${indent}<${element.name}${attributes}>${texts.map(({ value }) => escapeText(value)).join('')}</${element.name}>`];
  const lines = element.children.flatMap((child) => {
    if (child.kind === 'element') return writeElement(child, `${indent}  `);
    return child.value.trim() === '' ? [] : [`${indent}  ${escapeText(child.value)}`];
  });
  return [`${indent}<${element.name}${attributes}>`, ...lines, `${indent}</${element.name}>`];
}

/** Holds a file against the golden in `folder`, or writes the golden where OCTAVO_ACCEPT is 1. */
export function checkGolden(folder: string, bytes: Uint8Array): void {
  const made = canonicalParts(bytes);
  if (process.env['OCTAVO_ACCEPT'] === '1') {
    acceptGolden(folder, made);
    return;
  }
  assert.ok(
    existsSync(path.join(folder, LISTING)),
    `there is no golden in ${path.basename(path.dirname(folder))}; npm run accept writes it`,
  );
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const differences = [...new Set([...made.keys(), ...kept])].sort().flatMap((name) => {
    const golden = kept.includes(name) ? readFileSync(path.join(folder, name), 'utf8') : '';
    return describeDifference(name, golden, made.get(name) ?? '');
  });
  assert.ok(
    differences.length === 0,
    `${differences.slice(0, DIFFERENCES_SHOWN).join('\n')}\nIf that is meant: npm run accept, and look at the diff.`,
  );
}

function acceptGolden(folder: string, made: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of made) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The first line that differs, shortened: whole parts are too long to print. */
function describeDifference(name: string, golden: string, made: string): string[] {
  if (golden === made) return [];
  const [before, after] = [golden.split('\n'), made.split('\n')];
  const at = before.findIndex((line, index) => line !== after[index]);
  const line = at < 0 ? before.length : at;
  const show = (text: string | undefined): string => (text ?? '(nothing)').trim().slice(0, 300);
  return [`${name}:${line + 1}\n  golden  ${show(before[line])}\n  made    ${show(after[line])}`];
}
