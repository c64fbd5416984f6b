import type { MailSettingsDto } from '@groupless/shared-dto';
import { followed, mailFormOf, settingsOf } from './mail-form';

const STORED: MailSettingsDto = {
  enabled: true,
  from: 'Salon <salon@example.com>',
  reply_to: null,
  server: { host: 'mail.example.com', port: 587, tls: 'starttls', user: 'salon' },
  sends: {
    invitation: true,
    security: true,
    requested: false,
    booked: false,
    confirmed: false,
    declined: false,
    moved: false,
    cancelled: false,
    reminder: true,
  },
  reminder_hours: [24, 2],
  quiet: { from: '21:00', to: '08:00' },
  chat_reminders: false,
  has_password: true,
  source: 'settings',
};

describe('the settings of mail as they are typed', () => {
  it('are stored as they were read where nothing is changed, and keep the password', () => {
    const { has_password: _, source: __, ...same } = STORED;
    expect(settingsOf(mailFormOf(STORED))).toEqual(same);
  });

  it('take hours once each', () => {
    expect(settingsOf({ ...mailFormOf(STORED), reminder_hours: [48, 2, 2] })).toMatchObject({
      reminder_hours: [48, 2],
    });
  });

  it('have no quiet hours where one of the times is empty', () => {
    expect(settingsOf({ ...mailFormOf(STORED), quietTo: '' })).toMatchObject({ quiet: null });
  });

  it('follow what somebody else stores, but for the fields that were changed here', () => {
    const before = mailFormOf(STORED);
    const now = { ...before, from: 'typed', server: { ...before.server, port: 25 } };
    const theirs = {
      ...mailFormOf(STORED),
      reply_to: 'theirs@example.com',
      server: { ...before.server, host: 'theirs.example.com' },
    };
    expect(followed(now, before, theirs)).toEqual({
      ...theirs,
      from: 'typed',
      server: { ...theirs.server, port: 25 },
    });
  });
});
