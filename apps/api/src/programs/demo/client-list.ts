import type { ClientSource, ClientStatus } from '@groupless/shared-dto';

export interface DemoClient {
  name: string;
  phone?: string | null;
  email?: string;
  company?: string;
  status?: ClientStatus;
  source: ClientSource;
  tags?: string[];
  notes?: string;
  /** Working days since the client is known. */
  since: number;
  /** Working days since the client last came; left out for never. */
  active?: number;
}

/** What is known of those who wrote, by the name in their chat. */
export const WRITING_CLIENTS: Record<string, Partial<DemoClient>> = {
  'Kofi Mensah': {
    email: 'kofi@mensah-couriers.example',
    company: 'Mensah Couriers',
    tags: ['fleet', 'pays by the quarter', 'vip'],
    notes: 'Eleven cargo bikes. Spare bike: the trike, if Ama may ring the bell.\nInvoice by the quarter.',
    since: 210,
  },
  'Priya Nair': { email: 'priya.nair@mail.example', status: 'lead', tags: ['commuter'] },
  'Tom Hargreaves': { tags: ['touring'], since: 95 },
  'Grace Okafor': {
    email: 'office@okafor-estates.example',
    company: 'Okafor Estates',
    tags: ['landlady'],
    notes: 'Owns the yard. The compressor stays off before 8:00.',
    since: 240,
  },
  'Hannah Pike': { email: 'hannah.pike@mail.example', tags: ['e-bike', 'weekly'], since: 60 },
  'Callum Reid': { status: 'lead', notes: 'Gave no number.' },
  'Ọláyínká Adébáyọ̀': { email: 'olayinka@adebayo.example', tags: ['road bike'], since: 33 },
  'Piotr Zieliński': { tags: ['speaks Polish'], since: 120, notes: 'Ask for Tomasz.' },
  'Sabine Krüger': { email: 'sabine.krueger@mail.example', since: 44 },
  'Élodie Marchand': { email: 'elodie@atelier-marchand.example', company: 'Atelier Marchand' },
  'Lucía Ferrer': { status: 'lead' },
  'Οδυσσέας Παππάς': { since: 12, tags: ['tandem'] },
  'Наталія Бондар': { email: 'n.bondar@mail.example', tags: ['child seat'], since: 20 },
  'Ana Souza': { email: 'ana.souza@mail.example', status: 'lead' },
  'Mette Sørensen': { company: 'Sørensen & Søn', tags: ['cargo bike', 'vip'], since: 150 },
  'أمينة خليل': {
    tags: ['child seat', 'weekly'],
    notes: 'Writes Arabic in the chat, speaks English on the phone. Red city bike with a child seat.',
    since: 70,
  },
  김도윤: { email: 'doyun.kim@mail.example', tags: ['e-bike', 'vip'], since: 80 },
  '高橋 さくら': { email: 'sakura@mail.example', since: 9 },
  'נועה לוי': { tags: ['folding bike'], since: 16 },
  'सिद्धार्थ राव': { company: 'Café Rao', tags: ['neighbour'], notes: 'The trike on market days.', since: 190 },
  王小雨: { email: 'xiaoyu.wang@mail.example', since: 5 },
  'ณัฐพล ศรีสุข': { status: 'lead' },
  'Bilal Ahmed': { tags: ['road bike', 'weekly'], since: 55 },
};

/** Those who came to the counter, called, or stood in the old card index. */
export const OTHER_CLIENTS: readonly DemoClient[] = [
  {
    name: 'Wilhelmina Josephine van der Kloostermeijer-Achterberg',
    phone: '+44 7700 900201',
    email: 'wilhelmina.josephine.van.der.kloostermeijer-achterberg@long-names.example',
    company: 'Stichting tot Behoud van Historische Rijwielen en Driewielers',
    source: 'panel',
    tags: ['museum', 'historic bikes', 'invoice by post', 'needs a quote first', 'tandem'],
    notes: 'Six penny-farthings, one steam velocipede. Nobody else touches the steam velocipede.',
    since: 130,
    active: 30,
  },
  { name: 'Ed', source: 'panel', since: 3, active: 3 },
  {
    name: 'Red Kite Deliveries 🚴‍♀️📦',
    phone: '+44 7700 900202',
    source: 'panel',
    tags: ['fleet'],
    since: 40,
    active: 6,
  },
  { name: 'Owen Prichard', phone: '+44 7700 900203', source: 'import', status: 'archived', since: 250 },
  {
    name: 'Siân Prichard',
    phone: '+44 7700 900203',
    source: 'phone',
    notes: 'Same number as Owen.',
    since: 48,
    active: 11,
  },
  {
    name: 'Josephine Baptiste',
    email: 'j.baptiste@mail.example',
    source: 'import',
    status: 'archived',
    since: 250,
  },
  {
    name: 'Harbour School',
    email: 'office@harbour-school.example',
    company: 'Harbour School',
    source: 'panel',
    tags: ['school', 'invoice by post'],
    notes: 'Twenty training bikes, serviced in the holidays.',
    since: 160,
    active: 66,
  },
  {
    name: 'Žofie Nováková',
    phone: '+44 7700 900204',
    email: 'zofie@novakova.example',
    source: 'phone',
    tags: ['touring'],
    since: 28,
    active: 7,
  },
  { name: 'Dmitri Sokolov', phone: '+44 7700 900205', source: 'phone', status: 'lead', since: 2, active: 2 },
  {
    name: 'Rosalind Achebe',
    phone: '+44 7700 900206',
    email: 'rosalind@achebe.example',
    source: 'import',
    tags: ['vip', 'road bike'],
    since: 250,
    active: 19,
  },
  {
    name: 'Marcus “Spokes” O’Leary',
    phone: '+44 7700 900207',
    source: 'panel',
    tags: ['racing'],
    notes: '“Nothing under 11 speeds.”',
    since: 77,
    active: 14,
  },
  { name: 'Ingeborg Thorvaldsdóttir', email: 'ingeborg@mail.example', source: 'import', since: 250 },
  { name: 'ליאור כהן', phone: '+44 7700 900208', source: 'phone', since: 22, active: 9 },
  {
    name: 'فاطمة الزهراء بنت عبد الرحمن',
    phone: '+44 7700 900209',
    source: 'panel',
    tags: ['كرسي طفل'],
    since: 18,
    active: 8,
  },
  {
    name: 'Park Café',
    company: 'Park Café',
    email: 'hello@park-cafe.example',
    source: 'panel',
    status: 'lead',
    notes: 'Wants two rental bikes for guests.',
    since: 4,
  },
  {
    name: 'Unknown caller, blue tandem',
    source: 'phone',
    status: 'archived',
    notes: 'Never came back for the pump.',
    since: 101,
    active: 101,
  },
  {
    name: 'Anders Bergström',
    phone: '+44 7700 900210',
    email: 'anders@mail.example',
    source: 'import',
    tags: ['gravel bike'],
    since: 250,
    active: 37,
  },
];
