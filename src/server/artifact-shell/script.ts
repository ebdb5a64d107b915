/**
 * JavaScript of the shell, in the browser: shows the page in its frame, gives it one channel, and does for it what it asks for. The
 * page's words are never markup here.
 */
export const SHELL_SCRIPT = String.raw`
(() => {
  'use strict';
  const { token, artifact, storage, texts } = JSON.parse(document.getElementById('settings').textContent);
  const frame = document.querySelector('iframe'), bar = document.getElementById('bar');
  let port = null;

  const refuse = (code, message) => { throw { code, message }; };
  const headers = { authorization: 'Bearer ' + token };
  async function ask(method, path, body) {
    let answer;
    try {
      answer = await fetch('/data' + path, {
        method, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch { return refuse('service_unavailable', texts.offline); }
    const value = await answer.json().catch(() => ({}));
    if (answer.ok) return value;
    if (value.code === 'link_expired') notice(texts.expired);
    throw { code: value.code || 'internal_error', message: value.detail || texts.failed, errors: value.errors };
  }
  const at = (...parts) => parts.map((part) => '/' + encodeURIComponent(part)).join('');
  const query = (values) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
    return given.length === 0 ? '' : '?' + new URLSearchParams(given);
  };
  const remote = {
    list: (name, { limit, after }) => ask('GET', at('collections', name) + query({ limit, after })),
    get: (name, id) => ask('GET', at('collections', name, id)),
    add: (name, record) => ask('POST', at('collections', name), { record }),
    update: (name, id, record, { revision }) => ask('PUT', at('collections', name, id), revision == null ? { record } : { record, revision }),
    remove: (name, id) => ask('DELETE', at('collections', name, id)),
    storageGet: (key) => ask('GET', at('storage', key)).then(({ value }) => value),
    storageSet: (key, value) => ask('PUT', at('storage', key), { value }),
    storageDelete: (key) => ask('DELETE', at('storage', key)),
    storageKeys: (prefix) => ask('GET', '/storage' + query({ prefix: prefix || undefined })).then(({ keys }) => keys),
  };
  const tell = (change) => port && port.postMessage({ change });
  const local = octavoLocalStore(artifact, tell);
  const shared = storage === 'shared';
  const methods = new Map(Object.entries(shared ? remote : local));
  // what a page keeps for its visitor alone stays in the visitor's browser
  for (const name of ['storageGet', 'storageSet', 'storageDelete', 'storageKeys'])
    methods.set(name, (...args) => {
      const forAll = shared && args[name === 'storageSet' ? 2 : 1] === true;
      return (forAll ? remote : local)[name](...args);
    });
  methods.set('watch', () => { if (shared) watch(); });

  async function answer({ id, method, args }) {
    const channel = port;
    try {
      const run = typeof method === 'string' ? methods.get(method) : undefined;
      if (!run || !Array.isArray(args)) refuse('input_invalid', 'There is no such call.');
      channel.postMessage({ id, value: await run(...args) });
    } catch (error) {
      channel.postMessage({ id, error: { code: error.code || 'input_invalid', message: error.message || texts.failed, errors: error.errors } });
    }
  }

  // ------------------------------------------------------------------------------------------------ live changes
  let watching = false, stream = null, sequence = null, hiddenSince = 0, failures = 0;
  const GONE_FOR_MS = 45 * 60000;
  function watch() {
    watching = true;
    if (!stream && !document.hidden) void follow();
  }
  function stop() { if (stream) stream.abort(); stream = null; }
  async function follow() {
    const own = stream = new AbortController();
    try {
      const answered = await fetch('/data/changes', {
        headers: sequence === null ? headers : { ...headers, 'last-event-id': sequence },
        signal: own.signal, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
      });
      if (answered.status === 410) return notice(texts.expired);
      if (!answered.ok) throw new Error(String(answered.status));
      const reader = answered.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          hear(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } catch (error) { if (own.signal.aborted) return; }
    if (stream === own) {
      stream = null;
      setTimeout(() => { if (watching && !stream && !document.hidden) void follow(); }, Math.min(500 * 2 ** failures++, 30000) * (0.75 + Math.random() / 2));
    }
  }
  function hear(event) {
    const lines = event.split('\n'), field = (name) => { const line = lines.find((one) => one.startsWith(name + ': ')); return line && line.slice(name.length + 2); };
    if (field('id') !== undefined) { sequence = field('id'); failures = 0; }
    if (field('event') === 'change') tell(JSON.parse(field('data')));
  }
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) { hiddenSince = Date.now(); stop(); }
    else if (watching) {
      // what was removed is told for an hour
      if (Date.now() - hiddenSince > GONE_FOR_MS) { sequence = null; tell({ type: 'reset', collection: null }); }
      watch();
    }
  });

  // ------------------------------------------------------------------------------------------------ what a person sees
  function notice(text, href) {
    bar.replaceChildren(Object.assign(document.createElement('span'), { textContent: text }));
    if (href) {
      const link = Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'noopener noreferrer', textContent: texts.open });
      link.addEventListener('click', () => setTimeout(() => { bar.hidden = true; }));
      bar.append(Object.assign(document.createElement('code'), { textContent: href }), link);
    }
    const close = Object.assign(document.createElement('button'), { type: 'button', textContent: texts.close });
    close.addEventListener('click', () => { bar.hidden = true; });
    bar.append(close);
    bar.hidden = false;
  }
  function leave(href) {
    if (typeof href !== 'string' || !URL.canParse(href)) return;
    const { protocol, href: whole } = new URL(href);
    if (['http:', 'https:', 'mailto:'].includes(protocol)) notice(texts.leaving, whole);
  }
  function hearPage({ data }) {
    if (typeof data !== 'object' || data === null) return;
    if (typeof data.method === 'string') return void answer(data);
    if (typeof data.title === 'string' && data.title.trim() !== '') document.title = data.title.slice(0, 200);
    if (Number.isFinite(data.height)) document.documentElement.style.setProperty('--height', Math.min(data.height, 200000) + 'px');
    if (data.link !== undefined) leave(data.link);
  }
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== 'null' || event.data !== 'octavo:hello') return;
    if (port) port.close();
    watching = false;
    stop();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = hearPage;
    frame.contentWindow.postMessage({ octavo: { storage } }, '*', [channel.port2]);
  });
  frame.src = frame.dataset.src;
})();
`;
