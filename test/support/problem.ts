/** Reads problem answers, and holds that they are whole. */
import assert from 'node:assert/strict';

export interface ReadProblem {
  status: number;
  code: string;
  detail: string;
  paths: string[];
  headers: Record<string, unknown>;
}

interface Answer {
  statusCode: number;
  body: string;
  headers: Record<string, unknown>;
}

/** The problem in an answer of `inject`; fails where the answer is none, or not as interface §2.6 has it. */
export async function problemOf(answering: Promise<Answer>): Promise<ReadProblem> {
  const { statusCode, body, headers } = await answering;
  assert.match(String(headers['content-type']), /^application\/problem\+json/, `${statusCode} ${body.slice(0, 200)}`);
  const problem = JSON.parse(body) as {
    status: number;
    code: string;
    request_id: string;
    type: string;
    title: string;
    detail: string;
    errors: { path: string; message: string }[];
  };
  assert.equal(problem.status, statusCode);
  assert.equal(problem.request_id, headers['request-id']);
  assert.match(problem.request_id, /^req_[0-9A-Z]{26}$/);
  assert.match(problem.type, new RegExp(`^https?://.*/errors/${problem.code}$`));
  assert.ok(problem.title.length > 0 && problem.detail.length > 0);
  for (const { path, message } of problem.errors) assert.ok(typeof path === 'string' && message.length > 5, message);
  return {
    status: statusCode,
    code: problem.code,
    detail: problem.detail,
    paths: problem.errors.map(({ path }) => path).toSorted(),
    headers,
  };
}
