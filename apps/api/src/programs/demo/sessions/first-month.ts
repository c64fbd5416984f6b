import type { DemoSession } from './demo-session';

export const FIRST_MONTH: readonly DemoSession[] = [
  {
    ago: 60,
    time: '09:20',
    mood: 'curious',
    projects: ['website', 'workshop-panel'],
    summary:
      'Walked through the site with Marisol. Half of the people who write through the contact form only want an appointment, so the form has to book one. Sketched three steps: what, when, who.',
    decided: ['bookings come before enquiries', 'no account needed to book'],
    created: ['booking_form'],
  },
  {
    ago: 60,
    time: '14:05',
    mood: 'tidy',
    projects: ['backups'],
    summary:
      'Wrote down where everything runs and what is dumped when. The dumps lie on one machine only, in the same building as the databases. That is the first thing to change.',
    created: ['second_site', 'drill'],
  },
  {
    ago: 59,
    time: '08:50',
    mood: 'annoyed',
    projects: ['parts-stock'],
    summary:
      'The nightly import turned every “ü” of the Nordkette list into two characters, and 214 articles got a twin. The file is Windows-1252 although its header says otherwise. Jonas confirms it will stay so.',
    decided: ['the encoding is a setting of the supplier'],
    created: ['umlauts'],
  },
  {
    ago: 58,
    time: '10:15',
    mood: 'relieved',
    projects: ['parts-stock'],
    summary:
      'The import reads the encoding from the supplier’s settings. Deleted the 214 twins, moved their stock back and added a test with three real lines of the list.',
    completed: ['umlauts'],
  },
  {
    ago: 57,
    time: '09:40',
    mood: 'focused',
    projects: ['booking-agent'],
    summary:
      'Listened to twenty calls. The greeting is too fast and does not say when we are open, so people ask that first. Also: customers switch to Polish as soon as they hear Tomasz in the background.',
    created: ['greeting', 'polish'],
  },
  {
    ago: 56,
    time: '11:30',
    mood: 'focused',
    projects: ['website', 'workshop-panel'],
    summary:
      'The booking form talks to the panel: free slots come from it, and a booking is one request with an id of its own, so a nervous double click makes one appointment. Still without styling.',
    decided: ['the form sends an external id with each booking'],
  },
  {
    ago: 55,
    time: '15:10',
    mood: 'content',
    projects: ['website'],
    summary:
      'Styled the booking form, tried it on the oldest phone in the house and with the keyboard alone. Live since 15:00; the contact form now sits behind a link for everything else.',
    completed: ['booking_form'],
  },
  {
    ago: 54,
    time: '09:05',
    mood: 'thorough',
    projects: ['backups'],
    summary:
      'Dumps are encrypted before they leave the machine and copied over the VPN to the second site. Measured 11 minutes for 1.7 GB. The key for decryption is printed and in the safe.',
    decided: ['two sites', 'one printed key'],
    completed: ['second_site'],
  },
  {
    ago: 53,
    time: '10:45',
    mood: 'nervous',
    projects: ['backups'],
    summary:
      'Restored last night’s dump on the spare machine without looking at notes: 26 minutes, of which 9 went into finding the right version of the tools. The panel came up and showed today’s appointments.',
    decided: ['a drill every month', 'the version of the tools is written beside the dump'],
    created: ['small_dump'],
    completed: ['drill'],
  },
  {
    ago: 52,
    time: '13:20',
    mood: 'playful',
    projects: ['booking-agent'],
    summary:
      'Recorded a new greeting with Misaki in the quiet back room. It is four seconds longer and says the opening hours first. The first callers did not ask for them again.',
    completed: ['greeting'],
  },
  {
    ago: 51,
    time: '09:30',
    mood: 'frustrated',
    projects: ['workshop-panel'],
    summary:
      'Appointments booked abroad showed an hour off since the clocks changed. The form sent local times without an offset. Wrote a test that fails for both nights of the year.',
    created: ['shifted_hour'],
  },
  {
    ago: 50,
    time: '09:00',
    mood: 'relieved',
    projects: ['workshop-panel', 'booking-agent'],
    summary:
      'Times carry their offset everywhere, and a local time is only accepted together with a time zone. Corrected the eleven appointments that had moved and rang up the three people concerned.',
    decided: ['no times without an offset'],
    completed: ['shifted_hour'],
  },
  {
    ago: 49,
    time: '14:30',
    mood: 'busy',
    projects: ['workshop-panel'],
    summary:
      'Imported 1,386 customers from the old spreadsheet. 41 numbers could not be read and stand in the notes. The same people appear several times with and without middle name.',
    created: ['old_customers', 'twins'],
    completed: ['old_customers'],
  },
  {
    ago: 48,
    time: '10:10',
    mood: 'focused',
    projects: ['booking-agent'],
    summary:
      'The agent answers Polish in Polish. Piotr Zieliński tried it with a broken derailleur and got a slot in four messages. It still says “stojak” for the work stand, which makes Tomasz laugh.',
    completed: ['polish'],
  },
  {
    ago: 47,
    time: '09:15',
    mood: 'alarmed',
    projects: ['booking-agent', 'workshop-panel'],
    summary:
      'Two callers were promised the same slot this morning, eleven seconds apart. The panel refused the second booking, rightly; the agent had already said “booked”. It must not say so before the panel does.',
    decided: ['the agent confirms only what the panel has confirmed'],
    created: ['double_slot', 'retries'],
  },
  {
    ago: 46,
    time: '08:40',
    mood: 'focused',
    projects: ['booking-agent'],
    summary:
      'The agent now books first and speaks afterwards. If a slot is gone it offers the alternatives that come with the refusal. Played both calls of yesterday again: one slot, one friendly second offer.',
    completed: ['double_slot'],
  },
  {
    ago: 45,
    time: '16:00',
    mood: 'tired',
    projects: ['reminders'],
    summary:
      'Our mails landed in spam because the same nine dead addresses bounced every week. Looked at what the large providers ask for: stop after bounces, and let people leave with one click.',
    created: ['bounces', 'unsubscribe'],
  },
  {
    ago: 44,
    time: '11:00',
    mood: 'content',
    projects: ['reminders'],
    summary:
      'Both headers for leaving with one click are in every mail, and the page behind them needs no log-in. Tested with four mail programs. Two people left within the hour, which is how it should be.',
    completed: ['unsubscribe'],
  },
  {
    ago: 43,
    time: '09:50',
    mood: 'calm',
    projects: ['reminders'],
    summary:
      'Addresses that bounced twice are left out until somebody corrects them in the panel. Nine of them, five were typing errors that Misaki fixed on the phone.',
    completed: ['bounces'],
  },
  {
    ago: 42,
    time: '10:20',
    mood: 'focused',
    projects: ['backups', 'workshop-panel'],
    summary:
      'An alert arrives when a dump is half as large as the one before. Provoked it with an empty file. Then gave each of the mechanics a log-in of their own and took the shared one out of use.',
    decided: ['no shared log-ins'],
    created: ['own_log_ins'],
    completed: ['small_dump', 'own_log_ins'],
  },
];
