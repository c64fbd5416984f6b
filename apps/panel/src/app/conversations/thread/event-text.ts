import type { ConversationEventDto } from '@groupless/shared-dto';

/** The key of what a line of the thread says, and what stands in its gaps. */
export interface EventText {
  key: string;
  params: Record<string, string>;
}

/**
 * What happened, by whom where a person did it.
 * @param dateTime how an instant is written
 */
export function eventText(
  { kind, by, details }: ConversationEventDto,
  dateTime: (at: string) => string,
): EventText {
  const params: Record<string, string> = { by: by?.name ?? '' };
  for (const [name, value] of Object.entries(details)) params[name] = value === null ? '' : String(value);
  // Without a subject, the time alone tells which appointment it is.
  const { title, starts_at } = params;
  if (starts_at) params['what'] = [title, dateTime(starts_at)].filter(Boolean).join(', ');
  return { key: `conversations.events.${kind}${variantOf({ kind, by, details })}`, params };
}

function variantOf({ kind, by, details }: Pick<ConversationEventDto, 'kind' | 'by' | 'details'>): string {
  switch (kind) {
    case 'handed_back':
      return details['minutes'] === undefined ? '' : '_unanswered';
    case 'taken_over':
      return details['before_name'] === null || details['before_name'] === undefined ? '' : '_from';
    case 'assigned':
      if (by === null) return '_shared';
      return details['name'] === null ? '_nobody' : '';
    case 'status_changed':
      return `_${String(details['status'])}${details['days'] === undefined ? '' : '_quiet'}`;
    case 'tied':
      return `_${String(details['tied_by'])}`;
    default:
      return '';
  }
}
