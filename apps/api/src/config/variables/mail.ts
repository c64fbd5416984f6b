import type { Variable } from './variable';

/** Mail. */
export const MAIL_VARIABLES = {
  SMTP_URL: {
    kind: 'text',
    secret: true,
    meaning:
      'Mail server, as smtp://user:password@host:587 (STARTTLS; ?tls=none without) or smtps://. Unset: Settings, Mail says which.',
  },
  MAIL_FROM: {
    kind: 'text',
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
