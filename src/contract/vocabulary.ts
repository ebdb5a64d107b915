/** The closed vocabularies of the contract, and their types. */
export const FORMATS = ['docx', 'pdf', 'pptx', 'xlsx', 'artifact'] as const;
export type Format = (typeof FORMATS)[number];
export const OPERATIONS = ['create', 'review', 'edit'] as const;
export type Operation = (typeof OPERATIONS)[number];
export const MODES = ['prompt', 'content', 'manual'] as const;
export type Mode = (typeof MODES)[number];
/** How a document with a file ended. */
export const DELIVERED_STATUSES = ['ready', 'ready_with_warnings', 'needs_review'] as const;
export const STATUSES = ['queued', 'running', ...DELIVERED_STATUSES, 'failed', 'canceled'] as const;
export type Status = (typeof STATUSES)[number];
export const FINAL_STATUSES: readonly Status[] = [...DELIVERED_STATUSES, 'failed', 'canceled'];
export const PHASES = ['reading', 'planning', 'writing', 'building', 'rendering', 'reviewing', 'repairing', 'finishing'] as const;
export type Phase = (typeof PHASES)[number];
export const RETENTIONS = ['none', '1d', '7d', '30d', '90d'] as const;
export type Retention = (typeof RETENTIONS)[number];
export const OUTPUT_KINDS = ['docx', 'pptx', 'xlsx', 'pdf', 'preview', 'html'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];
export const QUALITY_LEVELS = ['fast', 'standard', 'best'] as const;
export type QualityLevel = (typeof QUALITY_LEVELS)[number];
export const QUALITIES = ['auto', ...QUALITY_LEVELS] as const;
export type Quality = (typeof QUALITIES)[number];
export const STORAGES = ['local', 'shared'] as const;
export type Storage = (typeof STORAGES)[number];
const EDIT_MODES = ['direct', 'tracked'] as const;
export type EditMode = (typeof EDIT_MODES)[number];
/**
 * What an endpoint asks of its caller. `read`: documents, files and reports. `write`: making, editing and deleting them. `configure`: keys,
 * webhooks and the settings of a project. `administer`: members, invitations, the audit log, the archive of all data. `own`: deleting a
 * project. `self`: one's own session.
 */
export type Permission = 'read' | 'write' | 'configure' | 'administer' | 'own' | 'self';
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];
/** Roles of users in an organisation, from all to least. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
/** What a key may do. */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
