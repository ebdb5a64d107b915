/**
 * JavaScript for browsers: `window.octavo` and `window.storage` inside a page (docs/artifacts.md). In its frame the page asks the shell,
 * by one channel that the shell gives it; opened as a file it keeps its data in the browser. It comes before everything of the page.
 */
export const RUNTIME = String.raw`function (settings) {
  'use strict';
  // Ways out that no policy of every browser closes.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection', 'RTCIceTransport', 'RTCDtlsTransport', 'RTCDataChannel', 'WebTransport', 'fetchLater'])
    try { Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false }); } catch { delete window[name]; }

  const watchers = new Map();
  const tell = (change) => {
    const heard = change.collection == null ? [...watchers.values()].flatMap((set) => [...set]) : [...(watchers.get(change.collection) || [])];
    for (const fn of heard) try { fn(change); } catch (error) { setTimeout(() => { throw error; }); }
  };
  const refusal = ({ code, message, errors }) => {
    const error = Object.assign(new Error(message), { code });
    if (errors) error.errors = errors;
    return error;
  };

  let storage = settings.shown || 'local', call, opened;
  const waiting = new Promise((resolve) => { opened = resolve; });
  if (settings.framed && window.parent !== window) {
    const asked = new Map();
    let last = 0, port;
    window.addEventListener('message', function hear(event) {
      if (event.source !== window.parent || !event.data || !event.data.octavo || !event.ports[0] || port) return;
      event.stopImmediatePropagation();
      port = event.ports[0];
      storage = event.data.octavo.storage;
      port.onmessage = ({ data }) => {
        if (data.change) return tell(data.change);
        const { resolve, reject } = asked.get(data.id) || {};
        asked.delete(data.id);
        if (data.error) reject?.(refusal(data.error)); else resolve?.(data.value);
      };
      opened();
    });
    call = async (method, ...args) => {
      await waiting;
      // functions and the like cannot be kept: said here, with the code of a value that cannot
      const plain = args.map((arg) => (arg === undefined ? undefined : JSON.parse(JSON.stringify(arg) ?? 'null')));
      return new Promise((resolve, reject) => {
        asked.set(++last, { resolve, reject });
        port.postMessage({ id: last, method, args: plain });
      });
    };
    window.parent.postMessage('octavo:hello', '*');
    const say = (message) => void waiting.then(() => port.postMessage(message));
    const shown = () => say({ title: document.title, height: document.documentElement.scrollHeight });
    window.addEventListener('load', () => { shown(); new ResizeObserver(shown).observe(document.documentElement); });
    // Outside is only reached by a person who has seen where it goes: the shell asks.
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
      if (!link || event.defaultPrevented) return;
      const href = link.getAttribute('href');
      if (href.startsWith('#')) return;
      event.preventDefault();
      if (/^(?:https?:|mailto:)/i.test(href)) say({ link: href });
    });
  } else {
    const local = octavoLocalStore(settings.id || 'page', tell);
    call = async (method, ...args) => (method === 'watch' ? undefined : local[method](...args));
    opened();
  }

  const collection = (name) => ({
    add: (record) => call('add', name, record),
    list: (options) => call('list', name, options || {}),
    get: (id) => call('get', name, id),
    update: (id, record, options) => call('update', name, id, record, options || {}),
    remove: (id) => call('remove', name, id),
    onChange(fn) {
      if (!watchers.has(name)) watchers.set(name, new Set());
      watchers.get(name).add(fn);
      call('watch').catch(() => undefined);
      return () => void watchers.get(name).delete(fn);
    },
  });
  const kept = Object.freeze({
    async get(key, shared = false) { return { key, value: await call('storageGet', key, shared), shared }; },
    async set(key, value, shared = false) { await call('storageSet', key, value, shared); return { key, value, shared }; },
    async delete(key, shared = false) { await call('storageDelete', key, shared); return { key, deleted: true, shared }; },
    async list(prefix = '', shared = false) { return { keys: await call('storageKeys', prefix, shared), prefix, shared }; },
  });
  const language = () => document.documentElement.lang || navigator.language;
  const ready = waiting.then(() => ({ storage, language: language() }));
  Object.defineProperty(window, 'octavo', { value: Object.freeze({ collection, storage: kept, ready }), enumerable: true });
  Object.defineProperty(window, 'storage', { value: kept, enumerable: true });
}`;
