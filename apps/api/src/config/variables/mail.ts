import { parseSender } from '../../platform/addresses/sender-address';
import { parseSmtpUrl } from '../smtp-url';
import type { Variable } from './variable';

/** Mail. */
export const MAIL_VARIABLES = {
  SMTP_URL: {
    kind: 'text',
    parse: parseSmtpUrl,
    must: 'be a URL such as smtp://user:password@mail.example.com:587',
    secret: true,
    meaning:
      'Mail server, as smtp://user:password@host:587 (STARTTLS; ?tls=none without) or smtps://. Unset: Settings, Mail says which.',
  },
  MAIL_FROM: {
    kind: 'text',
    parse: parseFrom,
    must: 'be one address, as in Salon <mail@example.com>',
    meaning: 'From whom mail comes: an address, perhaps with a name, as Salon <mail@example.com>.',
  },
  MAIL_RETENTION_DAYS: {
    kind: 'integer',
    default: '90',
    min: 0,
    max: 36_500,
    meaning: 'How long the log of mails is kept. In days; 0: for ever.',
  },
} as const satisfies Record<string, Variable>;

function parseFrom(text: string): string | null {
  return parseSender(text) === null ? null : text;
}
