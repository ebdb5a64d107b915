/**
 * The environment, and a file `.env` in the working folder that fills what it leaves out. Nothing else reads either. Commands
 * that ask a service start with this file, so it loads nothing that they do not need.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigurationError } from '../cli/exit-codes.ts';
import type { Configuration } from './configuration.ts';

function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
}

/** Settings of the commands that ask a service: what each is where it is absent, or why it must be there. */
const CLIENT_SETTINGS = {
  OCTAVO_BASE_URL: 'http://127.0.0.1:8080',
  OCTAVO_API_KEY: null,
} as const;

const given = (environment: Record<string, string | undefined>, name: keyof typeof CLIENT_SETTINGS): string | null =>
  environment[name]?.trim() || CLIENT_SETTINGS[name];

/** The configuration of this process. @throws ConfigurationError naming every setting at fault */
export async function readConfiguration(): Promise<Configuration> {
  const { parseConfiguration } = await import('./configuration.ts');
  return parseConfiguration(readEnvironment());
}

/** Which service a command asks, and with which key. @throws ConfigurationError naming what is missing */
export function readClientConfiguration(): { baseUrl: string; apiKey: string } {
  const environment = readEnvironment();
  const baseUrl = given(environment, 'OCTAVO_BASE_URL') ?? '';
  const apiKey = given(environment, 'OCTAVO_API_KEY');
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new ConfigurationError(
      `OCTAVO_BASE_URL must be the http or https address of a service, such as http://127.0.0.1:8080, not "${baseUrl}".`,
    );
  if (apiKey === null)
    throw new ConfigurationError(
      `OCTAVO_API_KEY is not set: ${baseUrl} wants a key (ak_…). The service prints the first one when it is started for the first time; octavo keys create makes more.`,
    );
  return { baseUrl, apiKey };
}

/** True where the environment names a service: commands that work here too ask it then. */
export const isRemoteNamed = (): boolean => (readEnvironment()['OCTAVO_BASE_URL'] ?? '') !== '';
