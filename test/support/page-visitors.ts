/** Visitors of one page who share its collections: what the service keeps, in memory, behind the page API of docs/artifacts.md. */
import type { Browser, Page } from 'playwright-core';
import { collectionsOf, type PageCollection } from '../../src/document/collections.ts';
import { makePage } from '../../src/pipeline/make-page.ts';

interface Kept {
  id: string;
  revision: number;
  created_at: string;
  record: Record<string, unknown>;
}
type Answer = { value: unknown } | { error: { code: string; message: string; errors?: { path: string; message: string }[] } };

/** In the page: the API over two functions that the test gives it. */
const API = String.raw`(() => {
  const watchers = {};
  window.changed = (name) => (watchers[name] || []).forEach((run) => run());
  const call = async (...args) => {
    const answer = await window.callStore(...args);
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer.value;
  };
  window.octavo = {
    ready: Promise.resolve({ storage: 'shared', language: 'en' }),
    collection: (name) => ({
      add: (record) => call(name, 'add', record),
      list: (options) => call(name, 'list', options),
      get: (id) => call(name, 'get', id),
      update: (id, record, options) => call(name, 'update', id, record, options),
      remove: (id) => call(name, 'remove', id),
      onChange: (run) => (watchers[name] = watchers[name] || []).push(run),
    }),
  };
})()`;

export interface SharedPage {
  html: string;
  collections: PageCollection[];
  /** Records by collection, as the owner sees them. */
  records(name: string): Record<string, unknown>[];
  /** The next call is refused with this. */
  refuseNext(error: { code: string; message: string; errors?: { path: string; message: string }[] }): void;
  /** Somebody else changes a record behind the page's back: nobody is told. */
  changeQuietly(name: string, at: number, record: Record<string, unknown>): void;
  visit(options?: { width?: number; locale?: string }): Promise<Page>;
}

/** Makes the page of a text, and lets visitors open it. */
export async function sharePage(markdown: string, browser: Browser): Promise<SharedPage> {
  const { html, document } = await makePage({ markdown, name: null, pictures: [] });
  const collections = collectionsOf(document);
  const kept = new Map<string, Kept[]>();
  const pages: Page[] = [];
  let refused: Extract<Answer, { error: unknown }>['error'] | undefined;
  let count = 0;
  const refuse = (code: string): Answer => ({ error: { code, message: code } });
  const act = (name: string, method: string, args: unknown[]): Answer => {
    const list = kept.get(name) ?? [];
    kept.set(name, list);
    const mode = collections.find((each) => each.name === name)?.mode ?? 'open';
    if (mode === 'submit' && method !== 'add') return refuse('forbidden');
    if (mode === 'read' && method !== 'list' && method !== 'get') return refuse('forbidden');
    if (method === 'list') return { value: { data: list, has_more: false } };
    if (method === 'add') {
      const item: Kept = { id: `rec_${(count += 1)}`, revision: 1, created_at: '2026-11-22T00:00:00Z', record: args[0] as Kept['record'] };
      list.push(item);
      return { value: item };
    }
    const at = list.findIndex(({ id }) => id === args[0]);
    const item = list[at];
    if (item === undefined) return refuse('not_found');
    if (method === 'remove') list.splice(at, 1);
    if (method === 'update') {
      const { revision } = (args[2] ?? {}) as { revision?: number };
      if (revision !== undefined && revision !== item.revision) return refuse('revision_conflict');
      item.record = args[1] as Kept['record'];
      item.revision += 1;
    }
    return { value: item };
  };
  const call = async (name: string, method: string, ...args: unknown[]): Promise<Answer> => {
    if (refused !== undefined && method !== 'list') {
      const error = refused;
      refused = undefined;
      return { error };
    }
    const answer = structuredClone(act(name, method, args));
    if (method !== 'list' && method !== 'get') for (const page of pages) void page.evaluate(`changed(${JSON.stringify(name)})`);
    return answer;
  };
  return {
    html,
    collections,
    records: (name) => (kept.get(name) ?? []).map(({ record }) => record),
    refuseNext: (error) => {
      refused = error;
    },
    changeQuietly: (name, at, record) => {
      const item = kept.get(name)?.[at];
      if (item === undefined) throw new Error(`there is no record ${at} in ${name}`);
      item.record = record;
      item.revision += 1;
    },
    async visit({ width = 1280, locale = 'en-GB' } = {}) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, locale });
      await page.exposeFunction('callStore', call);
      await page.addInitScript(API);
      // an address of its own, as a page has; nothing is behind it
      await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
      await page.goto('http://page.example/');
      pages.push(page);
      return page;
    },
  };
}
