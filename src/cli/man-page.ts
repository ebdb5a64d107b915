/** The manual page, written from the commands themselves (man-pages(7)). */
import type { Command } from 'commander';

const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');

const FOOT = `.SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
a fault
.TP
.B 2
the command, its options or the settings are not right
.TP
.B 3
refused: the request or the file is at fault, and the message names it
.TP
.B 4
the document was accepted and failed, or was canceled
.TP
.B 5
the service does not answer
.SH ENVIRONMENT
.TP
.B OCTAVO_BASE_URL
the service that create, watch and webhooks ask, and edit, review, fill, read and compare where it is set
.TP
.B OCTAVO_API_KEY
the key that it is asked with
`;

function commandPart(command: Command): string {
  const places = command.registeredArguments.map((argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`));
  const options = command.options.map(({ flags, description }) => `.RS\n.TP\n.B ${escape(flags)}\n${escape(description)}\n.RE\n`);
  return `.TP\n.B ${escape([command.name(), ...places].join(' '))}\n${escape(command.description())}\n${options.join('')}`;
}

/** The page of section 1, as roff. */
export function writeManPage(program: Command): string {
  const parts = program.commands.filter((command) => command.name() !== 'help').map(commandPart);
  return `.TH OCTAVO 1\n.SH NAME\noctavo \\- makes, reads, reviews, edits and fills documents\n.SH SYNOPSIS\n.B octavo\n.I command\n[options]\n.SH DESCRIPTION\n${escape(program.description())}\n.SH COMMANDS\n${parts.join('')}${FOOT}`;
}
