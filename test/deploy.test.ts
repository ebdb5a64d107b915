/** What containers are made of: settings that exist, no more rights than the sandbox needs, and the calls that it needs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ROOT } from './support/read-sources.ts';

const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const settings = new Set(
  [read('src/main/configuration.ts'), read('src/main/environment.ts')]
    .join('')
    .match(/^ {2}OCTAVO_[A-Z_]+(?=:)/gm)
    ?.map((name) => name.trim()),
);

test('every setting that is named for containers exists', () => {
  assert.ok(settings.size > 15);
  for (const path of ['Dockerfile', 'compose.yaml', 'deploy/kubernetes/octavo.yaml']) {
    const named = new Set(read(path).match(/\bOCTAVO_[A-Z_]+/g));
    assert.ok(named.size > 1, path);
    assert.deepEqual(
      [...named].filter((name) => !settings.has(name)),
      [],
      path,
    );
  }
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      cap_drop: z.array(z.string()).optional(),
      cap_add: z.array(z.string()).optional(),
      privileged: z.boolean().optional(),
      security_opt: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

test('compose.yaml: an api and a worker on the same database and store, without a capability', () => {
  const { services } = composeSchema.parse(parse(read('compose.yaml'), { merge: true }));
  const [api, worker] = [services['api'], services['worker']];
  assert.deepEqual([api?.environment?.['OCTAVO_ROLE'], worker?.environment?.['OCTAVO_ROLE']], ['api', 'worker']);
  for (const name of ['OCTAVO_DATABASE_URL', 'OCTAVO_BLOBS', 'OCTAVO_REGION', 'OCTAVO_SECRET'])
    assert.ok(api?.environment?.[name] && api.environment[name] === worker?.environment?.[name], name);
  for (const service of [api, worker]) {
    assert.deepEqual([service?.cap_drop, service?.cap_add, service?.privileged], [['ALL'], undefined, undefined]);
    assert.ok(service?.security_opt?.includes('seccomp=deploy/seccomp.json'));
  }
});

test('the manifests: nobody is root, and nothing is privileged', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes/octavo.yaml')).map((document) => {
    assert.deepEqual(document.errors, []);
    return z.object({ kind: z.string() }).loose().parse(document.toJS());
  });
  assert.deepEqual(
    objects.map(({ kind }) => kind),
    ['ConfigMap', 'Deployment', 'Deployment', 'Service'],
  );
  const text = JSON.stringify(objects);
  assert.equal(text.match(/"runAsNonRoot":true/g)?.length, 2);
  assert.equal(text.match(/"drop":\["ALL"\]/g)?.length, 2);
  assert.equal(/"privileged":true|"hostNetwork"|"hostPath"|"allowPrivilegeEscalation":true/.test(text), false);
});

test('the profile lets bubblewrap build its boxes, and refuses what administrators alone call', () => {
  const profile = z
    .object({
      defaultAction: z.literal('SCMP_ACT_ALLOW'),
      syscalls: z.array(z.object({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ERRNO') })),
    })
    .parse(JSON.parse(read('deploy/seccomp.json')));
  const refused = new Set(profile.syscalls.flatMap(({ names }) => names));
  for (const call of ['clone', 'clone3', 'unshare', 'mount', 'umount2', 'pivot_root', 'setns', 'prctl', 'seccomp', 'capset'])
    assert.equal(refused.has(call), false, call);
  for (const call of [
    'init_module',
    'finit_module',
    'kexec_load',
    'bpf',
    'perf_event_open',
    'open_by_handle_at',
    'reboot',
    'swapon',
    'settimeofday',
    'keyctl',
  ])
    assert.ok(refused.has(call), call);
});

test('the image runs as a user without rights, with a health check', () => {
  const file = read('Dockerfile');
  assert.match(file, /^FROM debian:\w+-slim$/m);
  assert.match(file, /^USER octavo$/m);
  assert.match(file, /^HEALTHCHECK /m);
  assert.ok(file.indexOf('USER octavo') < file.indexOf('CMD ["node_modules'), 'what starts is not root');
});
