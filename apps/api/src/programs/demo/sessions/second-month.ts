import type { DemoSession } from './demo-session';

export const SECOND_MONTH: readonly DemoSession[] = [
  {
    ago: 41,
    time: '09:10',
    mood: 'curious',
    projects: ['booking-agent'],
    summary:
      'Read a week of chats. Every sixth one is somebody who cannot come and wants another time; the agent sends them to the phone. With the panel’s free slots it could do that itself.',
    created: ['move_by_chat'],
  },
  {
    ago: 40,
    time: '13:40',
    mood: 'focused',
    projects: ['booking-agent', 'workshop-panel'],
    summary:
      'Moving an appointment by chat works on the test system: the agent asks for the name, shows two free times and changes the booking. A cancelled one is not moved, it offers a new one.',
    decided: ['the name has to match before anything is moved'],
  },
  {
    ago: 39,
    time: '10:30',
    mood: 'proud',
    projects: ['booking-agent'],
    summary:
      'Customers can move their appointment by chat. The first was Kofi, with three bikes at once, which worked by asking one bike after the other. Wrote that down as the expected behaviour.',
    completed: ['move_by_chat'],
  },
  {
    ago: 38,
    time: '09:25',
    mood: 'annoyed',
    projects: ['parts-stock'],
    summary:
      'Inner tubes 28" are at −4. Somebody books them out twice: once at the stand, once at the till. Asked Tomasz to try both ways while I watch the table.',
    created: ['negative_tubes'],
  },
  {
    ago: 37,
    time: '11:15',
    mood: 'amused',
    projects: ['parts-stock'],
    summary:
      'Found it: the scanner at the till sends Enter twice when its battery is low. The till now ignores the same article within two seconds. New batteries are in the drawer below.',
    decided: ['the same scan within two seconds counts once'],
    completed: ['negative_tubes'],
  },
  {
    ago: 36,
    time: '15:00',
    mood: 'decisive',
    projects: ['website', 'rental-fleet'],
    summary:
      'Looked at who reads the rental page: four visitors from Greece in a year. The translation is off the list. Instead the receipt needs the deposit, which people keep asking about.',
    decided: ['no Greek rental page'],
    created: ['greek', 'deposit'],
  },
  {
    ago: 35,
    time: '09:45',
    mood: 'content',
    projects: ['rental-fleet'],
    summary:
      'The receipt shows the deposit, how it was paid and when it goes back. Darya wants it below the sum, not inside it, because it is no income. Moved it.',
    completed: ['deposit'],
  },
  {
    ago: 34,
    time: '10:00',
    mood: 'focused',
    projects: ['parts-stock'],
    summary:
      'Darya’s books and our stock differ by 0.37 after a month of purchases. We round half up, she rounds half to even. It is a small thing and exactly the kind that costs her an evening.',
    created: ['rounding'],
  },
  {
    ago: 33,
    time: '14:20',
    mood: 'patient',
    projects: ['workshop-panel'],
    summary:
      'Moved the database of the panel to PostgreSQL 18: dump, restore, compare counts, switch. Down for six minutes at lunch. Query times for the calendar halved, mostly because of the new machine.',
    decided: ['major versions only together with a drill'],
  },
  {
    ago: 32,
    time: '09:30',
    mood: 'content',
    projects: ['parts-stock'],
    summary:
      'Purchase prices are rounded half to even, in the database and in the export. Recalculated the month; the difference is 0.00. Darya sent a picture of a cat.',
    completed: ['rounding'],
  },
  {
    ago: 31,
    time: '16:10',
    mood: 'unsure',
    projects: ['ebike-diagnostics'],
    summary:
      'Kim Do-yun’s logs have a new header since the update of his controller. While reading them I noticed the GPS track of every ride in there. We must not keep that. Stopped the import until it is decided.',
    decided: ['the import rests until GPS tracks are dealt with'],
    created: ['firmware', 'gps'],
  },
  {
    ago: 30,
    time: '10:50',
    mood: 'focused',
    projects: ['ebike-diagnostics'],
    summary:
      'The parser understands the new header, tried on the three files that 김도윤 had sent and agreed to. Nothing is stored. That much helps at the counter already.',
    completed: ['firmware'],
  },
  {
    ago: 29,
    time: '09:20',
    mood: 'thoughtful',
    projects: ['booking-agent', 'workshop-panel'],
    summary:
      'أمينة خليل wrote in Arabic and the transcript in the panel put the full stops on the wrong side; נועה לוי found the same in Hebrew. Messages need their own direction, and names stay as people write them.',
    decided: ['names are stored as they were written'],
    created: ['right_to_left'],
  },
  {
    ago: 28,
    time: '11:40',
    mood: 'decisive',
    projects: ['booking-agent'],
    summary:
      'Voicemail at night: two messages a week, both times people who had already booked on the site. Not worth the machinery. The announcement now points to the website instead.',
    decided: ['no transcription of voicemail'],
    created: ['voicemail'],
  },
  {
    ago: 27,
    time: '13:05',
    mood: 'busy',
    projects: ['workshop-panel'],
    summary:
      'Grace Okafor let us run a cable along the wall, so there is a screen above stand 2. It shows the calendar feed of the panel and goes dark at six. Each stand could have a colour later.',
    created: ['calendar_feed', 'colours'],
    completed: ['calendar_feed'],
  },
  {
    ago: 26,
    time: '09:00',
    mood: 'focused',
    projects: ['booking-agent'],
    summary:
      'The transcript sets the direction of each message by its first strong character. Checked with chats in Arabic, Hebrew, and one that mixes both with English part numbers.',
    completed: ['right_to_left'],
  },
  {
    ago: 25,
    time: '10:35',
    mood: 'hurried',
    projects: ['website', 'booking-agent'],
    summary:
      'Marisol brought the new price list: full service up by four, punctures down by two. It has to be on the site and with the agent on the same morning, or people will rightly complain.',
    decided: ['prices change everywhere at 07:00 of the same day'],
    created: ['site_prices', 'agent_prices'],
  },
  {
    ago: 24,
    time: '07:20',
    mood: 'awake',
    projects: ['website', 'booking-agent'],
    summary:
      'Prices changed at 07:00 on the site and with the agent, from one file that both read. Called the agent and asked for all eleven services: eleven right answers.',
    completed: ['site_prices', 'agent_prices'],
  },
  {
    ago: 23,
    time: '15:30',
    mood: 'serious',
    projects: ['booking-agent'],
    summary:
      'A customer wrote that her brakes failed and she fell. The agent offered her a brake service. She is fine, and Misaki apologised. Such chats have to reach a person at once.',
    decided: ['accident and injury always go to a person'],
    created: ['hand_over'],
  },
  {
    ago: 22,
    time: '09:10',
    mood: 'focused',
    projects: ['booking-agent'],
    summary:
      'The agent hands a chat over when somebody mentions an accident, in all languages that it speaks, and says who will answer and when. Misaki’s phone rings for it. Siddharth’s café got a free coffee out of the test.',
    completed: ['hand_over'],
  },
];
