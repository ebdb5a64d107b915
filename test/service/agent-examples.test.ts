/** The examples for agents (examples/, skills/) against a real service, with a model that answers by script. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/read-sources.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { startOctavo, stopOctavo, type Running } from '../support/service.ts';

const PYTHON = '/usr/bin/python3';
const MARKDOWN = '# Weekly review\n\nThe weekly review moves to Tuesday.\n';

let octavo: Running;
let model: ScriptedModel;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-examples-'));
  await cp(`${ROOT}skills/octavo/examples`, join(folder, 'examples'), { recursive: true });
  octavo = await startOctavo();
  // the first answer calls the tool; the second, which has its result, says what came of it
  model = await startScriptedModel([
    { match: /"status\\*":\\*"ready/, answer: { text: 'The memo is made.' } },
    {
      match: /review moves/,
      answer: { calls: [{ name: 'create_document', input: { format: 'docx', name: 'Memo', markdown: MARKDOWN } }] },
    },
  ]);
});
after(async () => {
  await model.close();
  await stopOctavo(octavo);
  await rm(folder, { recursive: true, force: true });
});

async function run(program: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    OCTAVO_BASE_URL: octavo.root,
    OCTAVO_API_KEY: octavo.key,
    MODEL_BASE_URL: model.url,
    MODEL_API_KEY: 'none',
    MODEL: 'scripted',
  };
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env });
  return stdout;
}

const documents = async (): Promise<number> =>
  ((await (await octavo.call('/documents?limit=100')).json()) as { data: unknown[] }).data.length;

for (const name of ['vercel-ai-sdk', 'langchain', 'openai-tools', 'claude-tools'])
  test(`examples/${name}.ts: the model makes a document by the tool and tells of it`, async () => {
    const made = await documents();
    const said = await run(process.execPath, `${ROOT}examples/${name}.ts`);
    assert.match(said, /The memo is made\./);
    assert.equal(await documents(), made + 1);
    assert.ok(model.requests.at(-2)?.tools.includes('create_document'));
  });

test('examples/create.sh and create.py write the file', { skip: existsSync(PYTHON) ? false : 'Python is not installed' }, async () => {
  await run('bash', `${ROOT}examples/create.sh`, 'examples/report.md', 'shell.docx');
  await run(PYTHON, `${ROOT}examples/create.py`, 'examples/report.md', 'python.pdf');
  assert.equal((await readFile(join(folder, 'shell.docx'))).subarray(0, 2).toString(), 'PK');
  assert.equal((await readFile(join(folder, 'python.pdf'))).subarray(0, 5).toString(), '%PDF-');
});

interface N8nNode {
  name: string;
  type: string;
  parameters: { method?: string; url?: string; jsonBody?: string; headerParameters?: { parameters: { name: string }[] } };
}

/** n8n itself is too large to install for a test: its HTTP nodes are sent as they say, with its expressions evaluated. */
test('examples/n8n-workflow.json: each HTTP node is answered, one after the other', async () => {
  const { nodes, connections } = JSON.parse(await readFile(`${ROOT}examples/n8n-workflow.json`, 'utf8')) as {
    nodes: N8nNode[];
    connections: Record<string, { main: { node: string }[][] }>;
  };
  let [name, json] = ['Start', {} as { outputs?: { kind: string; url: string }[] }];
  const files: Uint8Array[] = [];
  for (let next = connections[name]?.main[0]?.[0]; next !== undefined; next = connections[name]?.main[0]?.[0]) {
    name = next.node;
    const { parameters } = nodes.find((node) => node.name === name) ?? assert.fail(name);
    const url = parameters.url?.startsWith('=') ? json.outputs?.find(({ kind }) => kind === 'docx')?.url : parameters.url;
    const answer = await fetch(url?.replace('http://127.0.0.1:8080', octavo.root) ?? '', {
      method: parameters.method ?? 'GET',
      ...(parameters.jsonBody === undefined
        ? {}
        : { headers: { authorization: `Bearer ${octavo.key}`, 'content-type': 'application/json' }, body: parameters.jsonBody }),
    });
    assert.equal(answer.status, 200, name);
    if (parameters.jsonBody === undefined) files.push(await answer.bytes());
    else json = (await answer.json()) as typeof json;
  }
  assert.deepEqual(
    files.map((bytes) => Buffer.from(bytes).subarray(0, 2).toString()),
    ['PK'],
  );
});

test('the skill: every command works as it is written, one after the other', async () => {
  const skill = await readFile(`${ROOT}skills/octavo/SKILL.md`, 'utf8');
  assert.match(skill, /^---\nname: octavo\ndescription: [^\n]{100,1024}\n/);
  const commands = Array.from(skill.matchAll(/^```bash\n([^]*?)^```$/gm), ([, script = '']) => script);
  assert.equal(commands.length, 5);
  const said: string[] = [];
  for (const script of commands) said.push(await run('bash', '-euo', 'pipefail', '-c', script));
  assert.match(said[0] ?? '', /^doc_\w+ ready/);
  assert.match(said[3] ?? '', /Revenue rose by 12/);
  assert.match(said[4] ?? '', /^ready/);
});

test('the examples of the skill are made in their formats without a warning', async () => {
  const formats = { report: 'docx', deck: 'pptx', workbook: 'xlsx' };
  assert.deepEqual(
    readdirSync(`${ROOT}skills/octavo/examples`)
      .filter((name) => name.endsWith('.md'))
      .toSorted(),
    Object.keys(formats)
      .map((name) => `${name}.md`)
      .toSorted(),
  );
  for (const [name, format] of Object.entries(formats)) {
    const markdown = await readFile(`${ROOT}skills/octavo/examples/${name}.md`, 'utf8');
    const document = (await (await octavo.post({ format, content: { markdown } })).json()) as { status: string; id: string };
    const report = await (await octavo.call(`/documents/${document.id}/report`)).text();
    assert.equal(document.status, 'ready', `${name}: ${report.slice(0, 1500)}`);
  }
});
