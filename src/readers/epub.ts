/** Books (EPUB 3.3, and 2): the pages of the spine in their order, each read as a web page. */
import type { Block } from '../document/block.ts';
import { numberBlocks, walkBlocks } from '../document/walk.ts';
import type { Note, Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { readZip, type ZipArchive } from '../ooxml/read-zip.ts';
import { attributeOf, parseXml, textOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { readHtml } from './html.ts';

const PAGES_MAX = 2_000;
const FONTS_ONLY = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

const broken = (message: string): Refusal => new Refusal('file_rejected', `The book cannot be read: ${message}.`);

function rootOf({ parts }: ZipArchive, name: string): XmlElement {
  const part = parts.get(name);
  if (part === undefined) throw broken(`it has no ${name.slice(0, 100)}`);
  return parseXml(decodeXml(part.read()).text).root;
}

const named = (root: XmlElement, local: string): XmlElement[] => [...walkElements(root)].filter((element) => element.local === local);

/** Escapes that are none, or of another encoding than UTF-8, stay. */
function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** A path in the archive, as a file of a folder names it. */
function resolve(folder: string, href: string): string {
  const path: string[] = [];
  const plain = href.replace(/#.*$/s, '');
  for (const step of `${folder}${unescapePath(plain)}`.split('/'))
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  return path.join('/');
}

/** Of a page of the book: its pictures as parts of the archive, known by `img:1`, `img:2`, … of the whole book. */
function takePictures(blocks: readonly Block[], sources: readonly string[], folder: string, pictures: string[]): void {
  for (const block of walkBlocks(blocks)) {
    const source = block.type === 'image' && block.asset !== null ? sources[Number(block.asset.slice(4)) - 1] : undefined;
    if (block.type !== 'image' || source === undefined) continue;
    const part = source.startsWith('data:') ? source : resolve(folder, source);
    const known = pictures.indexOf(part);
    block.asset = `img:${known >= 0 ? known + 1 : pictures.push(part)}`;
  }
}

/**
 * @param pictures takes the names of the parts that hold the pictures `img:1`, `img:2`, …; where absent, pictures are their descriptions alone
 * @throws Refusal `file_rejected` for one that is damaged or protected. Notes: those of its pages, `part_left_out`
 */
export function readEpub(bytes: Uint8Array, pictures?: string[]): Noted<{ blocks: Block[]; pages: null }> {
  const archive = readZip(bytes);
  if (archive.parts.has('META-INF/encryption.xml')) {
    const methods = named(rootOf(archive, 'META-INF/encryption.xml'), 'EncryptionMethod').map((one) => attributeOf(one, 'Algorithm') ?? '');
    if (!methods.every((method) => FONTS_ONLY.test(method))) throw broken('it is protected');
  }
  const [rootFile] = named(rootOf(archive, 'META-INF/container.xml'), 'rootfile');
  const opf = rootFile === undefined ? '' : (attributeOf(rootFile, 'full-path') ?? '');
  const folder = opf.slice(0, opf.lastIndexOf('/') + 1);
  const book = rootOf(archive, opf);
  const files = new Map(named(book, 'item').map((item) => [attributeOf(item, 'id') ?? '', attributeOf(item, 'href') ?? '']));
  // a page is named once (EPUB 3.3 §5.7): a small book cannot become a large one by naming it again
  const spine = [...new Set(named(book, 'itemref').map((item) => files.get(attributeOf(item, 'idref') ?? '') ?? ''))];
  const notes = new Map<string, Note>();
  const blocks: Block[] = [];
  let missing = 0;
  for (const href of spine.slice(0, PAGES_MAX)) {
    const name = resolve(folder, href);
    const part = archive.parts.get(name);
    const sources = pictures && [];
    const page = part && readHtml(part.read(), sources);
    if (page && sources && pictures) takePictures(page.value.blocks, sources, name.slice(0, name.lastIndexOf('/') + 1), pictures);
    if (!page) missing++;
    for (const note of page?.notes ?? []) notes.set(note.code, note);
    for (const block of page?.value.blocks ?? []) blocks.push(block);
  }
  const [title] = named(book, 'title').map((element) => textOf(element).trim());
  const [first] = blocks;
  if (title !== undefined && title !== '' && !(first?.type === 'heading' && first.level === 1))
    blocks.unshift({ id: '', type: 'heading', level: 1, runs: [{ text: title }] });
  if (missing > 0)
    notes.set('part_left_out', {
      code: 'part_left_out',
      severity: 'warning',
      message: `${missing} pages that the book names are not in it.`,
    });
  if (spine.length > PAGES_MAX)
    notes.set('pages', {
      code: 'part_left_out',
      severity: 'warning',
      message: `Of ${spine.length} pages of the book the first ${PAGES_MAX} were read; ${spine.length - PAGES_MAX} were left out.`,
    });
  numberBlocks(blocks);
  return { value: { blocks, pages: null }, notes: [...notes.values()] };
}
