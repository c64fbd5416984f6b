import type { BookingGroupDto, ConversationGroupDto } from '@groupless/shared-dto';

/** Who booked: together all bookings. */
export const MAKERS = [
  { id: 'in_hours', token: '--accent' },
  { id: 'outside_hours', token: '--completed-dot' },
  // Of these nobody knows whether the business was open.
  { id: 'agent', token: '--pending-dot' },
  { id: 'others', token: '--cancelled-dot' },
] as const;

export function makersOf(group: BookingGroupDto): number[] {
  const { made, by_agent } = group;
  const [open, closed] = [group.by_agent_in_hours ?? 0, group.by_agent_outside_hours ?? 0];
  return [open, closed, by_agent - open - closed, made - by_agent];
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
