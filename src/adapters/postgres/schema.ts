/** The tables as Kysely sees them: only what its queries touch; the whole is in `migrations/`. */
import type { Generated } from 'kysely';
import type { Retention } from '../../ports/record.ts';
import type { DocumentRow } from './document-rows.ts';

interface OrganisationTable { id: string; name: string; created_at: Generated<Date> }
interface ProjectTable { id: string; org_id: string; name: string; region: string; retention: Retention; created_at: Generated<Date> }
interface ApiKeyTable {
  id: string; project_id: string; name: string; prefix: string; hash: Buffer; created_at: Generated<Date>;
  last_used_at: Generated<Date | null>; revoked_at: Generated<Date | null>;
}
interface SecretTable { name: string; value: string }
export interface FileTable {
  id: string; org_id: string; project_id: string; filename: string; content_type: string; bytes: number; sha256: string;
  pages: number | null; key: string; created_at: Date;
}

export interface Schema {
  organisations: OrganisationTable;
  projects: ProjectTable;
  api_keys: ApiKeyTable;
  secrets: SecretTable;
  files: FileTable;
  documents: DocumentRow;
}
