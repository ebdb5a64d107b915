/** Tags of runs that are written beside others, with what other programs have put on those. */
import { escapeAttribute } from './xml-text.ts';
import type { XmlElement } from './xml-tree.ts';

const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** The tag of a run that takes a part of another: with its attributes, but those of editing sessions, which are its own. */
export function runTag(source: string, run: XmlElement, name: string): string {
  const attributes = source
    .slice(run.start + run.name.length + 1, run.contentStart)
    .replaceAll(/\s[\w.-]*:?rsid\w*\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    .replace(/\s*\/?>$/, '');
  return `<${name}${attributes}>`;
}

/** The same for a run of another file: attributes whose prefixes mean the same at the root of the part that it comes into. */
export function runTagFrom(root: XmlElement, run: XmlElement, name: string): string {
  const means = (prefix: string, uri: string): boolean =>
    root.attributes.some((one) => one.uri === XMLNS && one.local === prefix && one.value === uri);
  const kept = run.attributes.filter(
    ({ name: own, local, uri }) => uri !== '' && uri !== XMLNS && uri !== run.uri && means(own.slice(0, -local.length - 1), uri),
  );
  return `<${name}${kept.map((one) => ` ${one.name}="${escapeAttribute(one.value)}"`).join('')}>`;
}
