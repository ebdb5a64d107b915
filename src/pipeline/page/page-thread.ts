/** A thread that makes web pages one after another. */
import { makePageHere, type PlainPageInput } from '../make-page.ts';
import { settledOf } from '../plain-settled.ts';
import { answerTasks } from '../work/thread-reply.ts';

answerTasks(({ settled, ...input }: PlainPageInput) => makePageHere({ ...input, settled: settled && settledOf(settled) }));
