/** Organisations, projects, keys and money. One adapter, PostgreSQL. Keys are kept as SHA-256 only. */

export interface Organisation {
  id: string;
  name: string;
  createdAt: Date;
}
export interface Project {
  id: string;
  orgId: string;
  name: string;
  region: string;
  retention: Retention;
  /** Absent: none. */
  defaults?: ProjectDefaults;
  createdAt: Date;
  /** The key that speaks for it, where one does. */
  keyId?: string | undefined;
  /** Name of the key or user that speaks for it: the author of changes and comments. */
  actor?: string | undefined;
}
export interface ApiKey {
  id: string;
  projectId: string;
  name: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  scope: KeyScope;
}
export interface KeyOwner {
  keyId: string;
  name: string;
  scope: KeyScope;
  project: Project;
}

/** A line of the ledger, which only grows. Amounts are positive, in minor units of their currency. */
export interface LedgerEntry {
  id: string;
  orgId: string;
  kind: 'grant' | 'reservation' | 'capture' | 'release';
  amount: number;
  currency: string;
  documentId: string | null;
  note: string;
  createdAt: Date;
}
interface NewGrant {
  orgId: string;
  amount: number;
  currency: string;
  note: string;
}
/** What is left is granted − reserved − captured, and never below zero. */
export interface Balance {
  orgId: string;
  currency: string;
  granted: number;
  reserved: number;
  captured: number;
}

export interface AccountStore {
  createOrganisation(input: { id: string; name: string }): Promise<Organisation>;
  listOrganisations(): Promise<Organisation[]>;
  createProject(input: { id: string; orgId: string; name: string; region: string; retention: Retention }): Promise<Project>;
  listProjects(orgId?: string): Promise<Project[]>;
  /** null where there is no such project. */
  updateProject(
    id: string,
    change: { name?: string | undefined; retention?: Retention | undefined; defaults?: Partial<ProjectDefaults> },
  ): Promise<Project | null>;
  /** It is found nowhere any more and its keys are dead; its content goes with the next rounds of deletion. False where there is none. */
  deleteProject(id: string): Promise<boolean>;
  addKey(input: {
    id: string;
    projectId: string;
    name: string;
    prefix: string;
    hash: Uint8Array;
    scope?: KeyScope;
    createdBy?: string;
  }): Promise<ApiKey>;
  listKeys(projectId?: string): Promise<ApiKey[]>;
  /** False where there is no such key. */
  revokeKey(id: string): Promise<boolean>;
  /** The owner of a live key, by its SHA-256. */
  findKey(hash: Uint8Array): Promise<KeyOwner | null>;
  /** @param reference where given, a second grant with it changes nothing */
  grant(input: NewGrant, reference?: string): Promise<void>;
  /** The latest lines, at most `limit` of them, oldest first. */
  listLedger(query: { orgId?: string | undefined; kind?: LedgerEntry['kind'] | undefined; limit: number }): Promise<LedgerEntry[]>;
  listBalances(orgId?: string): Promise<Balance[]>;
  /** Reads a named secret, storing `fresh` first if there is none; the same in every process. */
  secret(name: string, fresh: () => string): Promise<string>;
}
import type { ProjectDefaults } from '../contract/brand.ts';
import type { KeyScope, Retention } from '../contract/vocabulary.ts';
