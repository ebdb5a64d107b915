/** A thread that works on files one after another. */
import { FILE_WORK, type FileTask } from './file-work.ts';
import { answerTasks } from './thread-reply.ts';

// what `runFileWork` checked by types on its side of the thread
answerTasks(({ name, input }: FileTask): unknown => Reflect.apply(FILE_WORK[name], undefined, input));
