/** `octavo webhooks …`: endpoints of the project whose key the environment names, and what was delivered to them, by the SDK. */
import { Argument, Option, type Command } from 'commander';
import type { Octavo } from '../../sdk/src/octavo.ts';
import { formatRows } from './account-commands.ts';
import { DocumentFailed } from './exit-codes.ts';
import { say } from './local-files.ts';
import type { ClientOpener } from './remote-commands.ts';

interface Shown {
  json?: boolean;
}
type Webhooks = Octavo['webhooks'];
type Endpoint = Awaited<ReturnType<Webhooks['get']>>;
type Delivery = Awaited<ReturnType<Webhooks['delivery']>>;

const DELIVERIES_SHOWN = 20;

/** A record as one line of JSON, or what a person reads of it. */
const print = ({ json }: Shown, record: unknown, text: string): void =>
  void process.stdout.write(`${json ? JSON.stringify(record) : text}\n`);

const minute = (instant: string | null): string => (instant === null ? '-' : `${instant.slice(0, 16).replace('T', ' ')}`);
const endpointRow = ({ id, url, enabled, disabled_reason: reason, events, last_delivered_at: last }: Endpoint): string[] => [
  id,
  enabled ? 'enabled' : (reason ?? 'disabled'),
  minute(last),
  url,
  events.join(','),
];
const deliveryRow = (
  one: Pick<Delivery, 'id' | 'status' | 'attempts' | 'response_status' | 'error' | 'created_at' | 'event_type'>,
): string[] => [
  one.id,
  one.status,
  String(one.attempts),
  minute(one.created_at),
  one.event_type,
  String(one.response_status ?? one.error ?? '-'),
];
const DELIVERY_HEAD = ['ID', 'STATUS', 'ATTEMPTS', 'ASKED FOR', 'EVENT', 'ANSWER'];

/** Tells how the attempt ended. @throws DocumentFailed where nothing was delivered, so that a script hears of it */
function tellAttempt(shown: Shown, delivery: Delivery): void {
  print(shown, delivery, formatRows(DELIVERY_HEAD, [deliveryRow(delivery)]));
  if (delivery.status === 'delivered') return;
  const why =
    delivery.error ?? (delivery.response_status === null ? 'there is no answer yet' : `the receiver answered ${delivery.response_status}`);
  throw new DocumentFailed(`It was not delivered: ${why.replace(/\.$/, '')}.`, 'not_delivered');
}

async function list({ webhooks }: Octavo, shown: Shown): Promise<void> {
  const endpoints: Endpoint[] = [];
  for await (const endpoint of webhooks.list({ limit: 100 })) endpoints.push(endpoint);
  print(shown, endpoints, formatRows(['ID', 'STATE', 'DELIVERED', 'ADDRESS', 'EVENTS'], endpoints.map(endpointRow)));
}

async function create(
  { webhooks }: Octavo,
  url: string,
  { event, description, ...shown }: Shown & { event?: string[]; description?: string },
) {
  const made = await webhooks.create({
    url,
    ...(event === undefined ? {} : { events: event }),
    ...(description === undefined ? {} : { description }),
  });
  print(shown, made, `${made.id}\n${made.secret}`);
  if (!shown.json) say('The second line is the secret of its signatures, shown this once.');
}

async function deliveries(
  { webhooks }: Octavo,
  endpoint: string,
  { status, limit, ...shown }: Shown & { status?: Delivery['status']; limit: string },
): Promise<void> {
  const most = Math.max(1, Math.trunc(Number(limit)) || DELIVERIES_SHOWN);
  const found: Awaited<ReturnType<Webhooks['deliveries']>>['data'] = [];
  for await (const one of webhooks.deliveries(endpoint, { limit: Math.min(100, most), ...(status === undefined ? {} : { status }) })) {
    found.push(one);
    if (found.length >= most) break;
  }
  print(shown, found, formatRows(DELIVERY_HEAD, found.map(deliveryRow)));
}

/** Adds `octavo webhooks` and its commands; a service answers all of them. */
export function addWebhookCommands(program: Command, openClient: ClientOpener): void {
  const group = program
    .command('webhooks')
    .description('webhook endpoints at the service of OCTAVO_BASE_URL, and what was delivered to them');
  const add = (name: string, description: string): Command =>
    group.command(name).description(description).option('--json', 'print records as the API gives them');
  const endpoint = (): Argument => new Argument('<endpoint>', 'whe_… as webhooks list shows it');
  const delivery = (): Argument => new Argument('<delivery>', 'whd_… as webhooks deliveries shows it');

  add('list', 'list endpoints').action(async (options: Shown) => list(await openClient(), options));
  add('create', 'register an address; its secret is printed once')
    .argument('<url>', 'https address that events are sent to')
    .option('--event <type...>', 'only these events (default: those that end documents)')
    .option('--description <text>', 'to know the endpoint by')
    .action(async (url: string, options: Shown & { event?: string[]; description?: string }) => create(await openClient(), url, options));
  add('delete', 'delete an endpoint; nothing more is sent to it')
    .addArgument(endpoint())
    .action(async (id: string, options: Shown) => print(options, await (await openClient()).webhooks.delete(id), `${id} is deleted`));
  add('test', 'send a test event, and wait for its attempt')
    .addArgument(endpoint())
    .action(async (id: string, options: Shown) => tellAttempt(options, await (await openClient()).webhooks.test(id)));
  add('deliveries', 'list what was sent, newest first')
    .addArgument(endpoint())
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'failed']))
    .option('--limit <count>', 'at most so many', String(DELIVERIES_SHOWN))
    .action(async (id: string, options: Shown & { status?: Delivery['status']; limit: string }) =>
      deliveries(await openClient(), id, options),
    );
  add('retry', 'one attempt more, at once, under the same event id')
    .addArgument(endpoint())
    .addArgument(delivery())
    .action(async (id: string, sent: string, options: Shown) => {
      const asked = await (await openClient()).webhooks.retry(id, sent);
      print(options, asked, formatRows(DELIVERY_HEAD, [deliveryRow(asked)]));
    });
  add('rotate', 'give an endpoint a new secret, printed once; the old one signs too for 24 hours')
    .addArgument(endpoint())
    .action(async (id: string, options: Shown) => {
      const rotated = await (await openClient()).webhooks.rotateSecret(id);
      print(options, rotated, rotated.secret);
    });
}
