/** `octavo backup` and `octavo restore`. */
import { resolve } from 'node:path';
import type { Command } from 'commander';

export interface BackupCommands {
  /** @returns what was written, in a sentence */
  backUp(dir: string, options: { files: boolean }): Promise<string>;
  /** @returns what was restored, in a sentence */
  restore(dir: string): Promise<string>;
}

/** Adds both commands. */
export function addBackupCommands(program: Command, open: () => Promise<BackupCommands>): void {
  program
    .command('backup')
    .description('write all records of one moment, and the files, to a new folder; the service may run on')
    .argument('<folder>', 'a folder that is not there yet, or empty')
    .option('--no-files', 'records alone: where the bucket keeps versions of its own')
    .action(async (folder: string, options: { files: boolean }) => {
      process.stdout.write(`backed up ${await (await open()).backUp(resolve(folder), options)}\n`);
    });
  program
    .command('restore')
    .description('fill a new installation from a backup, by the version that wrote it; the service must not run')
    .argument('<folder>', 'as `octavo backup` wrote it')
    .action(async (folder: string) => {
      process.stdout.write(`restored ${await (await open()).restore(resolve(folder))}\n`);
    });
}
