import type { CreateProjectDto } from '@groupless/shared-dto';
import type { Calendar } from './calendar';
import type { DemoPart } from './demo-part';

/** A project, with the days on which it was begun and last changed. */
interface DemoProject extends Required<CreateProjectDto> {
  begun: number;
  changed: number;
}

const PROJECTS = [
  {
    name: 'booking-agent',
    description: 'Answers the phone and the chat of the workshop, and books repairs.',
    status: 'active',
    server: 'agent-01',
    url: 'https://agent.wrenfield-cycles.example',
    stack: 'TypeScript, SIP, speech to text, PostgreSQL',
    notes: 'Answers in the language of the customer. Never promises a price that is not in the price list.',
    priority: 10,
    begun: 190,
    changed: 1,
  },
  {
    name: 'workshop-panel',
    description: 'Where the team sees clients, appointments and conversations.',
    status: 'active',
    server: 'panel-01',
    url: 'https://panel.wrenfield-cycles.example',
    stack: 'Node.js, PostgreSQL, Angular',
    notes: 'Tomasz uses it on the tablet at stand 1: buttons have to work with gloves on.',
    priority: 9,
    begun: 150,
    changed: 2,
  },
  {
    name: 'backups',
    description: 'Nightly encrypted dumps of all databases, and a restore drill every month.',
    status: 'active',
    server: 'backup-01',
    url: '',
    stack: 'pg_dump, age, systemd timers',
    notes: 'The key for decryption is in the safe and with Marisol. Nobody else has it.',
    priority: 8,
    begun: 240,
    changed: 4,
  },
  {
    name: 'website',
    description: 'Public site: services, prices, opening hours, the form for bookings.',
    status: 'active',
    server: 'web-01',
    url: 'https://www.wrenfield-cycles.example',
    stack: 'static pages, TypeScript, Caddy',
    notes: 'Texts come from Marisol, photos from Aoife. Deploys from the branch `live`.',
    priority: 7,
    begun: 400,
    changed: 3,
  },
  {
    name: 'parts-stock',
    description: 'Reads the price lists of the suppliers each night and keeps the stock of small parts.',
    status: 'active',
    server: 'panel-01',
    url: 'https://stock.wrenfield-cycles.example',
    stack: 'Python, PostgreSQL',
    notes: 'The price list of Nordkette comes in Windows-1252, all others in UTF-8.',
    priority: 6,
    begun: 310,
    changed: 6,
  },
  {
    name: 'rental-fleet',
    description:
      'Eighteen rental bikes and the courier bikes that we look after: who has which, deposits, service.',
    status: 'active',
    server: 'panel-01',
    url: 'https://rental.wrenfield-cycles.example',
    stack: 'TypeScript, PostgreSQL',
    notes: 'Courier bikes belong to Kofi; we invoice them by the quarter.',
    priority: 5,
    begun: 220,
    changed: 5,
  },
  {
    name: 'reminders',
    description: 'Mails that remind customers of the yearly service, and the newsletter.',
    status: 'maintenance',
    server: 'agent-01',
    url: '',
    stack: 'TypeScript, SMTP',
    notes: 'Sends at most 200 mails an hour; the provider blocks more.',
    priority: 4,
    begun: 280,
    changed: 12,
  },
  {
    name: 'ebike-diagnostics',
    description: 'Reads the logs of e-bike controllers and shows what failed.',
    status: 'paused',
    server: 'lab (the old laptop)',
    url: '',
    stack: 'Rust, SQLite',
    notes: 'Paused until somebody decides what happens to the GPS tracks in the logs.',
    priority: 3,
    begun: 120,
    changed: 31,
  },
] as const satisfies DemoProject[];

export type ProjectName = (typeof PROJECTS)[number]['name'];

export const projects: DemoPart = {
  name: 'projects',
  insert: `
    insert into assistant_projects
      (name, description, status, server, url, stack, notes, priority, created_at, updated_at)
    select name, description, status, server, url, stack, notes, priority, created_at, updated_at
    from json_populate_recordset(null::assistant_projects, $1)
    on conflict (name) do nothing`,
  rows: (calendar: Calendar) =>
    PROJECTS.map(({ begun, changed, ...project }) => ({
      ...project,
      created_at: calendar.at(begun, '09:00'),
      updated_at: calendar.at(changed, '17:20'),
    })),
};
