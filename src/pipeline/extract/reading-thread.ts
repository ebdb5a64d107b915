/** A thread that reads files one after another: what a file does to it harms nobody else. */
import { answerTasks } from '../work/thread-reply.ts';
import { readFileTask } from './read-file.ts';

answerTasks(readFileTask);
