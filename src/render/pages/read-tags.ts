/** What a page of a tagged file says of itself (ISO 32000-1 §14.7), and its links. */
import type { RenderedLink, TagNode } from '../../document/rendered-document.ts';
import type { Frame } from './page-frame.ts';
import type { Parts } from './pdfium.ts';
import { reserve } from './reserve.ts';
import type { Reserved } from './reserve.ts';

const NODES_MAX = 20_000;
const DEEP_MAX = 60;
const TEXT_BYTES_MAX = 2048;
const LINKS_MAX = 2000;
const ACTION_URI = 3;
const NUMBER_TYPE = 2;

interface Walk {
  pdfium: Parts;
  memory: Reserved;
  nodes: number;
}

type Asking = (element: number, buffer: number, bytes: number) => number;

/** Zeros that some programs end texts with, and other signs that no text has. Line ends stay. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\u0008\u000B\u000E-\u001F]/g;

/** A text that PDFium writes as UTF-16 with its final zero. */
function textOf({ pdfium: { library }, memory }: Walk, ask: Asking, element: number): string {
  const bytes = ask(element, memory.address, TEXT_BYTES_MAX);
  return bytes > 2 && bytes <= TEXT_BYTES_MAX
    ? new TextDecoder('utf-16le')
        .decode(library.HEAPU8.slice(memory.address, memory.address + bytes - 2))
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll(CONTROLS, '')
    : '';
}

/** A number among the attributes of an element: ColSpan, RowSpan. */
function numberAttribute({ pdfium: { call, library }, memory }: Walk, element: number, name: string): number | null {
  const count = Math.min(8, call.FPDF_StructElement_GetAttributeCount(element));
  for (let index = 0; index < count; index++) {
    const attribute = call.FPDF_StructElement_GetAttributeAtIndex(element, index);
    if (attribute === 0) continue;
    library.HEAPU8.set(new TextEncoder().encode(`${name}\0`), memory.address);
    const value = call.FPDF_StructElement_Attr_GetValue(attribute, memory.address);
    if (
      value === 0 ||
      call.FPDF_StructElement_Attr_GetType(value) !== NUMBER_TYPE ||
      call.FPDF_StructElement_Attr_GetNumberValue(value, memory.address) === 0
    )
      continue;
    return memory.view().getFloat32(0, true);
  }
  return null;
}

function readNode(walk: Walk, element: number, deep: number): TagNode {
  const { call } = walk.pdfium;
  walk.nodes++;
  const type = textOf(walk, call.FPDF_StructElement_GetType, element);
  const node: TagNode = { type, children: [] };
  if (/^(?:Figure|Formula)$/.test(type)) {
    const alt = textOf(walk, call.FPDF_StructElement_GetAltText, element);
    if (alt.trim() !== '') node.alt = alt.trim();
  }
  const actual = textOf(walk, call.FPDF_StructElement_GetActualText, element);
  if (actual !== '') node.actual = actual;
  if (/^T[DH]$/.test(type)) {
    const [rows, columns] = [numberAttribute(walk, element, 'RowSpan') ?? 1, numberAttribute(walk, element, 'ColSpan') ?? 1];
    if (rows > 1) node.rowSpan = Math.round(rows);
    if (columns > 1) node.colSpan = Math.round(columns);
  }
  const count = call.FPDF_StructElement_CountChildren(element);
  for (let index = 0; index < count && walk.nodes < NODES_MAX; index++) {
    const child = call.FPDF_StructElement_GetChildAtIndex(element, index);
    if (child !== 0 && deep < DEEP_MAX) {
      node.children.push(readNode(walk, child, deep + 1));
      continue;
    }
    const mark = call.FPDF_StructElement_GetChildMarkedContentID(element, index) | 0;
    if (mark >= 0) node.children.push(mark);
  }
  return node;
}

/** The part of the tree that has content on the page. @param handle of a loaded page */
export function readTags(pdfium: Parts, handle: number): TagNode[] {
  const { call } = pdfium;
  const tree = call.FPDF_StructTree_GetForPage(handle);
  if (tree === 0) return [];
  const walk: Walk = { pdfium, memory: reserve(pdfium, TEXT_BYTES_MAX), nodes: 0 };
  try {
    const count = call.FPDF_StructTree_CountChildren(tree);
    const nodes: TagNode[] = [];
    for (let index = 0; index < count && walk.nodes < NODES_MAX; index++) {
      const element = call.FPDF_StructTree_GetChildAtIndex(tree, index);
      if (element !== 0) nodes.push(readNode(walk, element, 0));
    }
    return nodes;
  } finally {
    walk.memory.free();
    call.FPDF_StructTree_Close(tree);
  }
}

/** Links that lead out of the file. @param handle of a loaded page */
export function readLinks(pdfium: Parts, document: number, handle: number, frame: Frame): RenderedLink[] {
  const { call, library } = pdfium;
  const memory = reserve(pdfium, TEXT_BYTES_MAX);
  const links: RenderedLink[] = [];
  try {
    memory.view().setInt32(0, 0, true);
    const [at, link] = [memory.address, memory.address + 4];
    for (let position = 0, asked = 0; asked < LINKS_MAX; asked++) {
      memory.view().setInt32(0, position, true);
      if (call.FPDFLink_Enumerate(handle, at, link) === 0) break;
      const view = memory.view();
      position = view.getInt32(0, true);
      const handleOfLink = view.getUint32(4, true);
      const action = call.FPDFLink_GetAction(handleOfLink);
      if (action === 0 || call.FPDFAction_GetType(action) !== ACTION_URI || call.FPDFLink_GetAnnotRect(handleOfLink, memory.address) === 0)
        continue;
      const edges = memory.view();
      const box = frame.seen(edges.getFloat32(0, true), edges.getFloat32(4, true), edges.getFloat32(8, true), edges.getFloat32(12, true));
      const bytes = call.FPDFAction_GetURIPath(document, action, memory.address, TEXT_BYTES_MAX);
      if (bytes > 1 && bytes <= TEXT_BYTES_MAX)
        links.push({ ...box, url: new TextDecoder().decode(library.HEAPU8.slice(memory.address, memory.address + bytes - 1)) });
    }
  } finally {
    memory.free();
  }
  return links;
}
