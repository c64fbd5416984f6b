import type { HookEvent } from '@groupless/shared-dto';
import { DERIVED_EVENTS } from '@groupless/shared-dto/event-types';
import type { Told } from './told-events';

interface Reason {
  /** Who alone is told. */
  only: 'live' | 'hooks';
  why: string;
}

/** Where those who follow live events are told something else than outbound webhooks. docs/webhooks.md says so, too. */
const REASONS = {
  follows: {
    only: 'hooks',
    why: 'webhooks tell of each row that changed along; live events name what somebody changed',
  },
  names: { only: 'live', why: 'conversations show names by their numbers; no row of them changed' },
  notes: { only: 'live', why: 'internal notes are shown by no webhook' },
  marks: { only: 'live', why: 'what a user has marked for later is the user’s own' },
  calendars: { only: 'live', why: 'a busy calendar has no row that a webhook could name' },
  usage: { only: 'live', why: 'what an account has used is shown by no webhook' },
  settings: { only: 'live', why: 'webhooks tell of the settings of the chat agent alone' },
  identities: { only: 'live', why: 'the identities of a project are shown by no webhook' },
  fence: { only: 'live', why: 'what the quarantine lets go has not changed' },
} satisfies Record<string, Reason>;

/** Why, and of what. */
export type Difference = readonly [keyof typeof REASONS, ...HookEvent[]];
/** What it is, how it is made, and where the two differ. */
export type Change = readonly [string, () => Promise<unknown>, Difference?];

export function expectAgreement({ live, hooks }: Told, difference: Difference | undefined): void {
  const changes = hooks.filter((type) => !(type in DERIVED_EVENTS));
  const [reason, ...types] = difference ?? [];
  const isLonger = reason !== undefined && REASONS[reason].only === 'hooks';
  const [shorter, longer] = isLonger ? [live, changes] : [changes, live];
  expect(longer).toEqual([...shorter, ...types].sort());
}
