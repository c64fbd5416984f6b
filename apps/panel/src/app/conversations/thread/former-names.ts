import type { ConversationEventDto } from '@groupless/shared-dto';

/** What the client was called until an instant. */
export interface FormerName {
  until: string;
  name: string;
}

type Told = Pick<ConversationEventDto, 'kind' | 'at' | 'details'>;

/**
 * What the client of a thread was called before its contact changed, or its number went to another client, oldest first: who
 * wrote then was somebody else. Else a new name is that of the same person: whom a person ties was known by another name.
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
      const { before_id, before_name, tied_by } = event.details;
      tie = event;
      isClient = isText(before_id);
      if (event.kind === 'tied' && tied_by === 'number' && isText(before_name)) {
        name = before_name;
        former.unshift({ until: event.at, name });
      }
    } else if (event.kind === 'contact_changed') {
      const tiedName = tie?.at === event.at ? tie.details['before_name'] : null;
      const { before_name, before_phone } = event.details;
      // A client who stayed the same is called by the client's name, whatever the contact says.
      const before = isClient ? [tiedName, name] : [before_name, before_phone, name];
      name = before.find(isText) ?? name;
      // What the tie of the same moment has said already.
      if (former[0]?.until !== event.at) former.unshift({ until: event.at, name });
    }
  }
  return former;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
