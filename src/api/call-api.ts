/** How a door that is not HTTP itself asks the API: one request, one answer, with every check of the API in between. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** From `/v1` on, with the query; or the whole address of a download. */
  path: string;
  /** Sent as JSON. */
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Resolves once the headers are there; the body may be a stream. Rejects where the service does not answer. */
export type CallApi = (request: ApiRequest) => Promise<Response>;
