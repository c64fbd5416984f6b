import type { BookingGroupDto, ConversationGroupDto } from '@groupless/shared-dto';

/** One part of the bars, and its colour: the name of a variable of the tokens. */
export interface Part {
  id: string;
  /** Already translated. */
  label: string;
  token: string;
}

/** A day, a week, a month or an hour with the number of each part. */
export interface Bar {
  key: string;
  /** Already written as a date or an hour. */
  label: string;
  values: readonly number[];
}

/** Who booked: together all bookings. */
export const MAKERS = [
  { id: 'in_hours', token: '--accent' },
  { id: 'outside_hours', token: '--completed-dot' },
  // Of these nobody knows whether the business was open.
  { id: 'agent', token: '--pending-dot' },
  { id: 'others', token: '--cancelled-dot' },
] as const;

export function makersOf(group: BookingGroupDto): number[] {
  const { made, by_agent, by_agent_in_hours, by_agent_outside_hours } = group;
  const unknown = by_agent - by_agent_in_hours - by_agent_outside_hours;
  return [by_agent_in_hours, by_agent_outside_hours, unknown, made - by_agent];
}

/** How conversations went: together all that began. */
export const OUTCOMES = [
  { id: 'alone', token: '--accent' },
  { id: 'person', token: '--pending-dot' },
  { id: 'waited', token: '--no-show-dot' },
  { id: 'others', token: '--cancelled-dot' },
] as const;

export function outcomesOf({ begun, alone, person_needed, waited }: ConversationGroupDto): number[] {
  const [done, person, late] = [alone ?? 0, person_needed ?? 0, waited ?? 0];
  return [done, person - late, late, begun - done - person];
}

/** A height for the axis that is at least the largest, with a few whole steps. */
export function axisOf(largest: number): { top: number; steps: number[] } {
  const rough = Math.max(largest, 4) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * size).find((one) => one >= rough) ?? rough;
  const whole = Math.max(1, Math.round(step));
  const count = Math.ceil(Math.max(largest, 4) / whole);
  return { top: count * whole, steps: Array.from({ length: count + 1 }, (_, index) => index * whole) };
}
