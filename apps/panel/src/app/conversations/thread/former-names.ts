import type { ConversationEventDto } from '@groupless/shared-dto';

/** What the client was called until an instant. */
export interface FormerName {
  until: string;
  name: string;
}

type Told = Pick<ConversationEventDto, 'kind' | 'at' | 'details'>;

/**
 * What the client of a thread was called before its contact changed, oldest first: who wrote then was somebody else.
 * Without a change of the contact a new name is that of the same person.
 * @param events by time
 * @param present what the client is called now, and whether that is a client's name and not the contact's
 */
export function formerNames(
  events: readonly Told[],
  present: { name: string; isClient: boolean },
): FormerName[] {
  const former: FormerName[] = [];
  let { name, isClient } = present;
  let tie: Told | null = null;
  for (const event of events.toReversed()) {
    if (event.kind === 'tied' || event.kind === 'untied') {
      tie = event;
      isClient = isText(event.details['before_id']);
    } else if (event.kind === 'contact_changed') {
      const tiedName = tie?.at === event.at ? tie.details['before_name'] : null;
      const { before_name, before_phone } = event.details;
      // A client who stayed the same is called by the client's name, whatever the contact says.
      const before = isClient ? [tiedName, name] : [before_name, before_phone, name];
      name = before.find(isText) ?? name;
      former.unshift({ until: event.at, name });
    }
  }
  return former;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
