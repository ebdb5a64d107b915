/**
 * JavaScript for browsers: collections in `localStorage`, one item for each record. In the shell it stands in for the service where
 * an artifact keeps its data locally; in a page that was downloaded it is all there is. Answers and codes are those of the service.
 */
export const LOCAL_STORE = String.raw`
function octavoLocalStore(id, tell) {
  'use strict';
  const RECORD_BYTES_MAX = 16384, RECORDS_MAX = 5000;
  const root = 'octavo/' + id + '/';
  const refuse = (code, message) => { throw Object.assign(new Error(message), { code }); };
  const storage = () => {
    try { localStorage.getItem(root); return localStorage; }
    catch { return refuse('feature_unavailable', 'This browser keeps nothing for this page.'); }
  };
  const keysUnder = (prefix) => {
    const kept = storage(), keys = [];
    for (let i = 0; i < kept.length; i++) { const key = kept.key(i); if (key.startsWith(prefix)) keys.push(key); }
    return keys.sort();
  };
  const placeOf = (collection) => {
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u.test(collection)) refuse('not_found', 'There is no such collection.');
    return root + collection + '/';
  };
  const idAt = (key) => key.slice(key.indexOf('/', root.length) + 1);
  const read = (key) => { const text = storage().getItem(key); return text === null ? null : { id: idAt(key), ...JSON.parse(text) }; };
  const write = (key, item) => {
    try { storage().setItem(key, JSON.stringify(item)); }
    catch (error) { if (error.code === 'feature_unavailable') throw error; refuse('too_many_records', 'This browser keeps no more for this page.'); }
    return { id: idAt(key), ...item };
  };
  const check = (record) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) refuse('input_invalid', '/record: This must be an object.');
    if (new TextEncoder().encode(JSON.stringify(record)).length > RECORD_BYTES_MAX)
      refuse('record_too_large', 'The record has more than 16 KB.');
  };
  const newId = () => {
    const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    let time = Date.now(), text = '';
    for (let i = 0; i < 10; i++) { text = ALPHABET[time % 32] + text; time = Math.floor(time / 32); }
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) text += ALPHABET[byte % 32];
    return 'rec_' + text;
  };
  const noRecord = () => refuse('not_found', 'There is no such record.');
  const changed = (collection, item, type) => tell({ type, collection, ...item });
  const put = (collection, recordId, record, revision) => {
    check(record);
    const key = placeOf(collection) + recordId, before = read(key), now = new Date().toISOString();
    if (before === null && keysUnder(root).length >= RECORDS_MAX) refuse('too_many_records', 'This page has 5,000 records, which is all that it may have.');
    if (before !== null && revision != null && before.revision !== revision)
      refuse('revision_conflict', 'The record was changed meanwhile; read it again and update it with its revision.');
    const item = write(key, { revision: (before ? before.revision : 0) + 1, created_at: before ? before.created_at : now, updated_at: now, record });
    changed(collection, item, before ? 'updated' : 'added');
    return item;
  };
  const methods = {
    list(collection, options) {
      const { limit = 100, after } = options || {};
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000) refuse('input_invalid', '?limit: This must be a whole number from 1 to 1000.');
      const place = placeOf(collection);
      const keys = keysUnder(place).filter((key) => after === undefined || after === null || idAt(key) > after);
      return { data: keys.slice(0, limit).map(read), has_more: keys.length > limit };
    },
    get: (collection, recordId) => read(placeOf(collection) + recordId) || noRecord(),
    add: (collection, record) => put(collection, newId(), record),
    update(collection, recordId, record, options) {
      if (read(placeOf(collection) + recordId) === null) noRecord();
      return put(collection, recordId, record, options && options.revision);
    },
    remove(collection, recordId) {
      const key = placeOf(collection) + recordId;
      if (read(key) === null) noRecord();
      storage().removeItem(key);
      changed(collection, { id: recordId }, 'removed');
      return { id: recordId, deleted: true };
    },
    storageGet(key) {
      const found = read(placeOf('_storage') + key);
      return found ? found.record.value : noRecord();
    },
    storageSet(key, value) {
      if (typeof key !== 'string' || !/^[^\s/\\'"]{1,200}$/u.test(key)) refuse('input_invalid', 'A key has 1 to 200 characters, none of them a space, a slash or a quote.');
      put('_storage', key, { value });
    },
    storageDelete: (key) => void methods.remove('_storage', key),
    storageKeys: (prefix) => keysUnder(placeOf('_storage') + (prefix || '')).map(idAt),
  };
  addEventListener('storage', ({ key, newValue }) => {
    if (key === null || !key.startsWith(root)) return;
    const collection = key.slice(root.length, key.indexOf('/', root.length));
    if (newValue === null) return changed(collection, { id: idAt(key) }, 'removed');
    const item = JSON.parse(newValue);
    changed(collection, { id: idAt(key), ...item }, item.revision === 1 ? 'added' : 'updated');
  });
  return methods;
}
`;
