/** Scripts that complete commands and options in bash, zsh and fish, written from the commands themselves. */
import type { Command } from 'commander';
import type { Shell } from './shells.ts';

interface Word {
  name: string;
  says: string;
  options: { flags: string[]; says: string }[];
}

const shown = (text: string): string => text.replaceAll("'", '’').replaceAll(':', ' -');
const wordsOf = (program: Command): Word[] =>
  program.commands.map((command) => ({
    name: command.name(),
    says: shown(command.description()),
    options: command.options.map(({ long, short, description }) => ({
      flags: [short, long].filter((flag) => flag !== undefined),
      says: shown(description),
    })),
  }));

/** @returns the script, to be put where the shell looks for it (docs/command-line.md) */
export function writeCompletion(program: Command, shell: Shell): string {
  const words = wordsOf(program);
  if (shell === 'bash') return writeBash(words);
  return shell === 'zsh' ? writeZsh(words) : writeFish(words);
}

function writeBash(words: readonly Word[]): string {
  const cases = words.map(({ name, options }) => `    ${name}) words='${options.flatMap(({ flags }) => flags).join(' ')}' ;;`);
  return `_octavo() {
  local words=''
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${words.map(({ name }) => name).join(' ')}' -- "\${COMP_WORDS[COMP_CWORD]}")); return; fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[COMP_CWORD]}" in
    -*) COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;
    *) COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")) ;;
  esac
}
complete -o filenames -F _octavo octavo
`;
}

function writeZsh(words: readonly Word[]): string {
  const cases = words.map(
    ({ name, options }) =>
      `    ${name}) _arguments ${options.flatMap(({ flags, says }) => flags.map((flag) => `'${flag}[${says.replaceAll(/[[\]]/g, '')}]'`)).join(' ')} '*:file:_files' ;;`,
  );
  return `#compdef octavo
_octavo() {
  if (( CURRENT == 2 )); then
    local -a commands=(${words.map(({ name, says }) => `'${name}:${says}'`).join(' ')})
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _octavo octavo
`;
}

function writeFish(words: readonly Word[]): string {
  const lines = words.flatMap(({ name, says, options }) => [
    `complete -c octavo -n __fish_use_subcommand -a ${name} -d '${says}'`,
    ...options.map(({ flags, says: words }) => {
      const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
      return `complete -c octavo -n '__fish_seen_subcommand_from ${name}' ${names} -d '${words}'`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
