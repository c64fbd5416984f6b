import { sentAppointments } from '../../import-appointments/appointment-file';
import { rewritten } from '../client-rows';
import { pairLines } from '../csv-rows';
import { readFile } from '../read-file';
import { rejectsFile } from '../rejects-file';

/** What is done with files that may be large: it runs beside the page where the browser can. */
export const TASKS = { readFile, rewritten, pairLines, rejectsFile, sentAppointments };
export type Tasks = typeof TASKS;
