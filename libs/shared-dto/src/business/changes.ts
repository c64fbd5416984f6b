import type { Instant, Uuid } from '../kinds';

export const CHANGED_OBJECTS = ['client', 'appointment', 'series', 'block', 'resource', 'service'] as const;
export type ChangedObject = (typeof CHANGED_OBJECTS)[number];

export const CHANGE_ACTIONS = ['created', 'updated', 'deleted', 'merged'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** @schema Change */
export interface ChangeDto {
  id: number;
  at: Instant;
  object: ChangedObject;
  object_id: Uuid;
  /** `merged`: the client is gone, and all that was theirs is that of the client in `into`. */
  action: ChangeAction;
  /** With `merged`: the client that was kept. */
  into?: Uuid;
}

/** @schema Changes */
export interface ChangesDto {
  /** In an order in which nothing is missed; the changes of one row in theirs. */
  items: ChangeDto[];
  /** For `after` of the next question, also if there are no items. */
  next_cursor: string;
}

export interface ChangesQueryDto {
  /** `next_cursor` of the answer before. Without it: from now on. */
  after?: string;
  limit?: number;
}
