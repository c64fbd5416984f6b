import { Topic } from '../shared/bus/topic';

/** Asks for the time zone of the business, in which the audit's days are read. */
export const BUSINESS_ZONE = new Topic<object, string>('time zone of the business');
