import type { DemoPart } from './demo-part';

/** Telephone numbers come from the range that Ofcom keeps free for fiction, +44 7700 900000 to 900999. */
const PEOPLE = [
  [
    'Marisol Vega',
    'owner',
    'Decides prices and texts. Prefers one short message a day over many. Reads mail before 9.',
    8,
  ],
  [
    'Tomasz Wójcik',
    'head mechanic',
    'Stand 1. Speaks Polish with half of the customers. Tries everything new first, and honestly.',
    3,
  ],
  [
    '佐藤 美咲',
    'front desk',
    'Misaki Satō. Takes over chats from the agent, mornings only. Wants names in the original script.',
    2,
  ],
  ['Zoë Lindqvist', 'developer', 'Me. Two days a week, mostly from home. No deployments after 16:00.', 40],
  [
    'Дарья Климова',
    'bookkeeper',
    'Darya Klimova. Needs the month closed by the third working day; rounds half to even.',
    10,
  ],
  [
    'Aoife Ní Bhriain',
    'photographer and designer',
    'Website pictures and the signs on the shop front. Sends files as PNG, always too large.',
    18,
  ],
  [
    'Kofi Mensah',
    'customer, courier fleet',
    'Eleven cargo bikes in our care. Phone +44 7700 900118. Pays at once, expects spare bikes at once.',
    1,
  ],
  [
    'أمينة خليل',
    'customer',
    'Amina Khalil. Writes Arabic in the chat, speaks English on the phone. Red city bike with a child seat.',
    5,
  ],
  [
    '김도윤',
    'customer',
    'Kim Do-yun. Commutes on an e-bike; sends us the logs of its controller. Patient and exact.',
    14,
  ],
  [
    'सिद्धार्थ राव',
    'neighbour, runs the café',
    'Siddharth Rao. Lets customers wait in his café; we lend him the cargo trike on market days.',
    22,
  ],
  [
    'Grace Okafor',
    'landlady',
    'Owns the yard. Everything about doors, power and the noise of the compressor goes to her first.',
    27,
  ],
  [
    'Jonas Weber',
    'contact at Nordkette (chains and cassettes)',
    'Announces price lists a week ahead. Answers tickets in German within the day.',
    16,
  ],
] as const;

export const people: DemoPart = {
  name: 'people',
  insert: `
    insert into assistant_people (name, relationship, notes, created_at, updated_at)
    select name, relationship, notes, updated_at, updated_at
    from json_populate_recordset(null::assistant_people, $1) as demo
    where not exists (select from assistant_people where name = demo.name)`,
  rows: (calendar) =>
    PEOPLE.map(([name, relationship, notes, changed]) => ({
      name,
      relationship,
      notes,
      updated_at: calendar.at(changed, '12:40'),
    })),
};
