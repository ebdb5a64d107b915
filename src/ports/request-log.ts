/** What keys asked for: the latest requests of each project, to look at and to send again. One adapter, PostgreSQL. */

export interface LoggedRequest {
  /** Id of the request, as its answer gave it. */
  id: string;
  projectId: string;
  keyId: string;
  method: string;
  /** With its query, from `/v1` on. */
  path: string;
  status: number;
  durationMs: number;
  /** What the answer was about, where it was about one. */
  documentId: string | null;
  /** JSON without secrets; null where there was none, or it is not kept. */
  body: string | null;
  /** Until when the body may be kept. */
  bodyUntil: Date | null;
  at: Date;
}

/** A line of a list has no body. */
export type RequestLine = Omit<LoggedRequest, 'body' | 'bodyUntil'>;

export interface RequestQuery {
  limit: number;
  keyId?: string | undefined;
  /** Only those that were refused or failed. */
  failed?: boolean | undefined;
  /** Id of the request that the page ends before: older ones. */
  before?: string | undefined;
}

export interface RequestLogStore {
  /** Adds lines, and forgets the oldest of their projects beyond a bound. */
  add(requests: readonly LoggedRequest[]): Promise<void>;
  /** Newest first. */
  list(projectId: string, query: RequestQuery): Promise<{ data: RequestLine[]; hasMore: boolean }>;
  /** null where the project has no such request. */
  get(projectId: string, id: string): Promise<LoggedRequest | null>;
  /** Forgets lines past their age and of deleted projects, and bodies whose time is over or whose document was deleted. */
  sweep(): Promise<void>;
}
