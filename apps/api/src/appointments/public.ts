import type { WouldTellDto } from '@groupless/shared-dto';
import { Topic } from '../shared/bus/topic';

/** Asks where mails about changes of an appointment would go. */
export const WOULD_TELL = new Topic<{ id: string }, WouldTellDto>('would tell');
