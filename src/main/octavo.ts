/** The one entry: `octavo serve | mcp | make | create | …`. What a command needs is loaded when it is asked for. */
import { PRODUCT_VERSION } from './version.ts';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') process.stdout.write(`${PRODUCT_VERSION}\n`);
else await (await import('./run-command.ts')).runCommand();
