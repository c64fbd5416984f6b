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
    team: {
      subject: '{business}: {what}',
      text: 'Hello {name},\n\n{what}\n\n{link}\n\nWhat you are told of is chosen in your profile.',
    },
    requested: {
      subject: 'Your request: {date} at {time}',
      text: 'Hello {name},\n\nyour request has arrived. The appointment is not agreed yet; we will confirm it:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
    },
    booked: {
      subject: 'Your appointment on {date} at {time}',
      text: 'Hello {name},\n\nyour appointment is booked:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
    },
    confirmed: {
      subject: 'Confirmed: {date} at {time}',
      text: 'Hello {name},\n\nyour appointment is confirmed:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
    },
    declined: {
      subject: 'Not possible: {date} at {time}',
      text: 'Hello {name},\n\nwe are sorry, we cannot offer the appointment that you asked for:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    moved: {
      subject: 'Your appointment has changed: {date} at {time}',
      text: 'Hello {name},\n\nyour appointment has changed:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
    },
    cancelled: {
      subject: 'Cancelled: your appointment on {date} at {time}',
      text: 'Hello {name},\n\nthe following is cancelled:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    restored: {
      subject: 'It takes place: your appointment on {date} at {time}',
      text: 'Hello {name},\n\nthe following takes place after all. Our cancellation no longer counts:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
    },
    reminder: {
      subject: 'Reminder: {date} at {time}',
      text: 'Hello {name},\n\nwe expect you:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
    },
    offered: {
      subject: 'A time got free: {date} at {time}',
      text: 'Hello {name},\n\na time that you wait for is free:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nIt is kept for you until {until}.\nTake it or let it go: {manage}\n\n{business}\n{address}\n{phone}',
    },
  },
  asks_contact: {
    subject: 'Confirm your appointment: {date} at {time}',
    text: 'Hello {name},\n\nyou have chosen this on our booking page:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nIt is kept for you until {until}. Only with this link it counts:\n{manage}\n\nIf it was not you, do nothing.\n\n{business}\n{address}\n{phone}',
  },
  asks_waiting: {
    subject: 'Confirm that you wait for a time',
    text: 'Hello {name},\n\nyou want to be told when a time gets free:\n\n{service}\n{date}\n{time}\n{resource}\n\nYou are on the waiting list only once you have confirmed it, by {until}:\n{manage}\n\nIf it was not you, do nothing.\n\n{business}\n{address}\n{phone}',
  },
  asks_anew: {
    subject: 'Your request for another appointment: {date} at {time}',
    text: 'Hello {name},\n\nyour appointment is to be another one. The former one no longer holds; the new one is requested and not confirmed yet:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFor: {attendee}\n{price}\n\nSee, move or cancel it: {manage}\n\n{business}\n{address}\n{phone}',
  },
  others: { one: 'and another one', other: 'and {count} more' },
  unsubscribe: {
    question: 'No more reminders of appointments by mail?',
    button: 'No reminders by mail',
    done: 'Reminders by mail are off. You still hear when an appointment changes.',
  },
  notices: {
    password_changed: 'The password of your account was changed.',
    totp_enabled: 'A second factor was switched on for your account.',
    totp_disabled: 'The second factor of your account was switched off.',
    email_changed: 'The email address of your account was changed.',
    new_device: 'Somebody logged in to your account on a device that was not used before.',
    key_made: 'An administrator made an API key with which programs read what you say to coding assistants.',
    link_text_changed:
      'An administrator changed the text of the mails with links to set a password. Look at it in Settings, Mail.',
    needs_human: 'Somebody asks for a person',
    mentioned: 'A colleague names you in a note',
    client_waits: 'A client waits for an answer',
    booking_waits: 'A booking waits for a confirmation',
    agent_silent: 'The chat agent is silent, and a client waits',
    weekly_report: 'How the week went',
    backup_failed: 'A backup failed',
    something_fails: 'Mails, reminders, busy calendars or webhooks fail',
  },
};
