import type { MailDto } from '@groupless/shared-dto';
import type { Mail } from './mail.entity';

/** What a mail says is in no answer: it may hold a link that lets somebody in. */
export function toMailDto({ id, kind, recipient, subject, status, attempts, ...rest }: Mail): MailDto {
  const { last_response, created_at, sent_at } = rest;
  return {
    id,
    kind,
    to: recipient,
    subject,
    status,
    attempts,
    last_response,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
  };
}
