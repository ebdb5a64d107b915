/** Sends to a receiver whose certificate this process trusts, and prints what came back; run by `test/adapters/webhook-sender.test.ts`. */
import { createWebhookSender } from '../../src/adapters/webhook-sender.ts';
import { startReceiver } from './receiver.ts';

const { RECEIVER_KEY: key = '', RECEIVER_CERT: cert = '' } = process.env;
const [receiver, elsewhere] = [await startReceiver({ key, cert }), await startReceiver({ key, cert })];
receiver.answerWith(({ path }, response) => {
  switch (path) {
    case '/plain':
      return void response.end('ok');
    case '/long':
      return void response.end('x'.repeat(2_000_000));
    case '/exact':
      return void response.end('x'.repeat(4_096));
    case '/redirect':
      return void response.writeHead(302, { location: `${elsewhere.origin}/` }).end();
    case '/trickle': {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case '/broken':
      return void response.destroy();
  }
});
const allow = ['127.0.0.1'];
// what answers is given all the time that a busy machine takes
const sender = createWebhookSender({ allow, timeoutMs: 60_000 });
const hasty = createWebhookSender({ allow, timeoutMs: 1_000 });
const told: Record<string, object> = {};
for (const name of ['plain', 'long', 'exact', 'redirect', 'slow', 'trickle', 'broken']) {
  const by = name === 'slow' || name === 'trickle' ? hasty : sender;
  const { status, body, truncated, fault } = await by.send(`${receiver.origin}/${name}`, { headers: {}, body: '{}' });
  told[name] = { status, ...(body === null ? {} : { length: body.length }), truncated, fault };
}
const stop = new AbortController();
const running = sender.send(`${receiver.origin}/slow`, { headers: {}, body: '{}' }, stop.signal);
stop.abort(new Error('enough'));
await running.catch((error: unknown) => {
  told['stopped'] = { status: null, truncated: false, fault: error instanceof Error ? error.message : '' };
});
told['elsewhere'] = { status: elsewhere.connections(), truncated: false, fault: null };
process.stdout.write(JSON.stringify(told));
process.exit(0);
