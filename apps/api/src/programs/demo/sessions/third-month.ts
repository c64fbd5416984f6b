import type { DemoSession } from './demo-session';

export const THIRD_MONTH: readonly DemoSession[] = [
  {
    ago: 21,
    time: '10:05',
    mood: 'content',
    projects: ['website'],
    summary:
      'A reader wrote that her screen reader spells our opening hours one number after the other. It was a picture of a table. Also found 300 visits a month to old /repairs pages that end in 404.',
    created: ['screen_reader', 'old_links'],
  },
  {
    ago: 20,
    time: '09:30',
    mood: 'tidy',
    projects: ['website'],
    summary:
      'The opening hours are a real table with headings, and closed days are a sentence. The old /repairs pages lead to their successors. Asked the reader to try again; she could read all of it.',
    completed: ['screen_reader', 'old_links'],
  },
  {
    ago: 19,
    time: '14:00',
    mood: 'focused',
    projects: ['parts-stock'],
    summary:
      'Ran out of brake pads on a market day, although twelve bikes were booked. The stock page knew it; nobody looked. A message to Tomasz in the morning is all that is missing.',
    created: ['low_pads'],
  },
  {
    ago: 18,
    time: '09:50',
    mood: 'content',
    projects: ['parts-stock', 'website'],
    summary:
      'Tomasz gets a message at 08:30 when there are fewer than ten sets of pads. Aoife says her pictures of last year can be used meanwhile; they are 9 MB each, so the gallery has to shrink them.',
    created: ['images', 'photos'],
    completed: ['low_pads'],
  },
  {
    ago: 17,
    time: '11:20',
    mood: 'decisive',
    projects: ['rental-fleet'],
    summary:
      'Went through the rental bikes with Tomasz. Six are worn out and cost more than they bring. Labels for the spare keys are unnecessary once the new locks are on.',
    decided: ['the six oldest bikes are sold', 'the new locks need no spare keys'],
    created: ['old_bikes', 'spare_keys'],
  },
  {
    ago: 16,
    time: '09:15',
    mood: 'focused',
    projects: ['booking-agent', 'workshop-panel'],
    summary:
      'During the update of the panel the agent lost two bookings: it took the answer 503 for a no. It has to try again for a minute, with the same external id, and say that it takes a moment.',
    decided: ['retry with the same external id'],
  },
  {
    ago: 15,
    time: '10:40',
    mood: 'relieved',
    projects: ['booking-agent'],
    summary:
      'The agent tries a booking again for sixty seconds, with growing pauses and the same id. Restarted the panel in the middle of a test call: one appointment, nobody noticed.',
    completed: ['retries'],
  },
  {
    ago: 14,
    time: '13:30',
    mood: 'patient',
    projects: ['ebike-diagnostics'],
    summary:
      'Talked to 김도윤 about his logs. He would give us error codes and temperatures, never the track. That is also the answer for everybody: drop the track while reading, before anything is written.',
    decided: ['tracks are dropped while reading'],
  },
  {
    ago: 13,
    time: '08:45',
    mood: 'embarrassed',
    projects: ['workshop-panel'],
    summary:
      'Ran a migration at 08:30 while Tomasz was checking in eleven bikes. The panel was read-only for three minutes and he wrote names on tape. From now on: not before ten.',
    decided: ['no migrations before ten'],
  },
  {
    ago: 12,
    time: '09:35',
    mood: 'content',
    projects: ['website', 'reminders'],
    summary:
      'The gallery went from 38 MB to 1.6 MB. Then looked at the reminders: they go out on the date of purchase, but people think in services. Eleven months after the last one would be right.',
    created: ['yearly'],
    completed: ['images'],
  },
  {
    ago: 11,
    time: '15:45',
    mood: 'tired',
    projects: ['workshop-panel'],
    summary:
      'The card terminal is slow on rainy days and everybody blames the panel. Measured it: the panel answers in 40 ms, the terminal takes nine seconds. The provider looks into the antenna.',
  },
  {
    ago: 10,
    time: '10:10',
    mood: 'busy',
    projects: ['rental-fleet', 'workshop-panel'],
    summary:
      'Closed the month with Darya. She needs the courier bikes of the quarter as one invoice with a line for each bike. Merged 58 twins among the customers on the way; the rest are different people.',
    decided: ['one invoice a quarter with a line a bike'],
    created: ['courier_invoice'],
    completed: ['twins'],
  },
  {
    ago: 9,
    time: '09:25',
    mood: 'focused',
    projects: ['booking-agent'],
    summary:
      'Tried the agent in fourteen languages with the same question. Thirteen good answers; in Hindi it mixed up “brake” and “break”, which is fixed. सिद्धार्थ राव read all of it aloud in the café.',
  },
  {
    ago: 8,
    time: '11:05',
    mood: 'curious',
    projects: ['parts-stock'],
    summary:
      'Reifenhof offers its prices as a file each night. The format is like the other one, with article numbers that begin with a zero and must stay text. The drawers could get barcodes from the same list.',
    created: ['reifenhof', 'drawers'],
  },
  {
    ago: 7,
    time: '14:15',
    mood: 'annoyed',
    projects: ['booking-agent'],
    summary:
      'With the compressor running the phone agent hears “service” as “surface”. Moved the microphone away from the wall, which helps by half. The rest needs a filter before the transcription.',
    created: ['noise'],
  },
  {
    ago: 6,
    time: '09:40',
    mood: 'calm',
    projects: ['parts-stock', 'reminders'],
    summary:
      'A quiet day: read logs. The nightly sync changed 31 prices, two addresses bounced, the agent answered 94 messages and gave four to Misaki. First-aid kit ran out of plasters, said Tomasz.',
    created: ['first_aid'],
  },
  {
    ago: 5,
    time: '10:25',
    mood: 'focused',
    projects: ['website', 'workshop-panel'],
    summary:
      'Marisol plans an offer for the yearly check and closes the workshop for some days next month. Both have to be on the front page and with the agent before anybody books into them.',
    decided: ['closed days are entered in the panel first'],
    created: ['offer', 'closed_days'],
  },
  {
    ago: 4,
    time: '09:05',
    mood: 'alarmed',
    projects: ['backups'],
    summary:
      'backup-01 reports fourteen reallocated sectors, yesterday it was three. The copies on the second site are complete, I compared their checksums. Ordered a disk; the drill of this month waits for it.',
    created: ['disk', 'next_drill'],
  },
  {
    ago: 3,
    time: '13:50',
    mood: 'thorough',
    projects: ['workshop-panel', 'booking-agent'],
    summary:
      'The API key of the agent expires in nine days. Wrote down how to replace it without a gap: make the second one, give it to the agent, look at the last use of the first, revoke it.',
    decided: ['two keys overlap for a day'],
    created: ['agent_key', 'audit'],
  },
  {
    ago: 2,
    time: '10:55',
    mood: 'serious',
    projects: ['booking-agent'],
    summary:
      'Read up on recording calls: the agent has to ask first, and a no must not cost anybody the appointment. Recording is off until that works. Wrote the sentence in English, Polish and German.',
    decided: ['no recording without a yes'],
    created: ['consent'],
  },
  {
    ago: 1,
    time: '16:00',
    mood: 'satisfied',
    projects: ['booking-agent', 'rental-fleet'],
    summary:
      'A long chat with Kofi went through the agent from the first message to the last: nine bikes, two moved appointments, one spare bike, no person needed. Read all of it and changed nothing.',
  },
];
