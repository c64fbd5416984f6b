import type { EventType } from './event-types';

// Their tables are a file of their own (`@groupless/shared-dto/event-types`): few screens need what it says.
export type * from './event-types';

export interface EventDto {
  type: EventType;
  /** Null where the event is not about one row. */
  id: string | null;
  at: string;
}
