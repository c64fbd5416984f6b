import type { LanguageTexts } from './language-texts';

export const ENGLISH: LanguageTexts = {
  kinds: {
    invitation: {
      subject: 'Your account for {business}',
      text: 'Hello {name},\n\nsomebody made an account for you at {business}. Choose a password here:\n\n{link}\n\nThe link is good once, for three days.',
    },
    reset: {
      subject: 'A new password for {business}',
      text: 'Hello {name},\n\nsomebody asked for a new password of your account at {business}. Choose it here:\n\n{link}\n\nThe link is good once, for an hour. If it was not you, do nothing: your password stays as it is.',
    },
    security: {
      subject: '{business}: {what}',
      text: 'Hello {name},\n\n{what}\n\nIf it was you, there is nothing to do. If not, change your password and tell an administrator.',
    },
    booked: {
      subject: 'Your appointment on {date} at {time}',
      text: 'Hello {name},\n\nyour appointment is booked:\n\n{service}\n{date}, {time}\n\n{business}',
    },
    confirmed: {
      subject: 'Confirmed: {date} at {time}',
      text: 'Hello {name},\n\nyour appointment is confirmed:\n\n{service}\n{date}, {time}\n\n{business}',
    },
    moved: {
      subject: 'Your appointment has moved to {date} at {time}',
      text: 'Hello {name},\n\nyour appointment has a new time:\n\n{service}\n{date}, {time}\n\n{business}',
    },
    cancelled: {
      subject: 'Cancelled: your appointment on {date} at {time}',
      text: 'Hello {name},\n\nthis appointment is cancelled:\n\n{service}\n{date}, {time}\n\n{business}',
    },
    reminder: {
      subject: 'Reminder: {date} at {time}',
      text: 'Hello {name},\n\nwe expect you:\n\n{service}\n{date}, {time}\n\n{business}',
    },
  },
  notices: {
    password_changed: 'The password of your account was changed.',
    totp_enabled: 'A second factor was switched on for your account.',
    totp_disabled: 'The second factor of your account was switched off.',
    email_changed: 'The email address of your account was changed.',
    new_device: 'Somebody logged in to your account on a device that was not used before.',
  },
};
