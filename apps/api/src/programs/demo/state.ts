import type { DemoPart } from './demo-part';

/** Addresses come from the ranges for documentation. */
const STATE = {
  server: [
    ['web-01.address', '192.0.2.10, 2001:db8:40::10', 70],
    ['web-01.system', 'Debian 13, 2 cores, 4 GB', 70],
    ['agent-01.address', '192.0.2.21, 2001:db8:40::21', 52],
    ['agent-01.system', 'Debian 13, 4 cores, 8 GB, no swap', 52],
    ['panel-01.address', '192.0.2.30, 2001:db8:40::30', 66],
    ['panel-01.database', 'PostgreSQL 18 on port 5432, data in /srv/postgres', 33],
    ['backup-01.address', '198.51.100.7 (second site, behind the VPN)', 44],
    ['backup-01.disk', 'sdb reports 14 reallocated sectors: replace', 4],
    ['vpn.endpoint', 'vpn.wrenfield-cycles.example, port 51820', 58],
  ],
  config: [
    ['deploy.branch', 'live', 80],
    ['deploy.window', 'working days 07:00 to 16:00', 75],
    ['time_zone', 'Europe/London', 80],
    ['booking.slot_minutes', '30', 61],
    ['booking.latest_start', '17:00', 61],
    ['agent.languages', 'en, pl, ar, ko, ja, de, fr, es, el, hi, he, uk, zh, pt', 9],
    ['agent.escalation_words', 'accident, injured, police, lawyer, refund', 23],
    ['agent.recording', 'off until consent is asked for', 2],
    ['stock.brake_pads_warning', '10', 19],
    ['reminders.mails_per_hour', '200', 64],
    ['backups.retention', '14 daily, 8 weekly, 12 monthly', 48],
  ],
  service: [
    ['website', 'up; certificate renews by itself', 3],
    ['booking-agent', 'up since the last deployment, 0 failed calls', 1],
    ['workshop-panel', 'up; read-only for three minutes during the last migration', 2],
    ['stock-sync', 'last run at 02:10: 8,412 prices, 31 changed', 1],
    ['mail', 'up; 2 addresses bounced this week', 6],
    ['nightly-dump', 'last run at 03:00: 1.9 GB, encrypted, copied to both sites', 1],
    ['phone-line', 'up; two calls at once, the third hears the announcement', 15],
    ['card-terminal', 'slow on rainy days; the provider looks into it', 11],
  ],
  contact: [
    ['phone.shop', '+44 7700 900100', 80],
    ['phone.emergency', '+44 7700 900199 (Marisol, only when something burns)', 45],
    ['mail.team', 'team@wrenfield-cycles.example', 80],
    ['mail.supplier.nordkette', 'orders@nordkette.example', 38],
    ['mail.supplier.reifenhof', 'lager@reifenhof.example', 38],
    ['address.shop', '14 Mill Lane, Wrenfield; deliveries through the yard', 80],
  ],
  schedule: [
    ['opening_hours', 'Monday to Friday 09:00–18:00, Saturday 10:00–14:00', 60],
    ['restore_drill', 'first Tuesday of the month', 48],
    ['price_list', 'valid for this quarter; the next one comes from Marisol', 25],
    ['misaki.hours', 'mornings, Monday to Friday', 30],
  ],
  lesson: [
    ['encoding', 'Before importing a price list, look at one umlaut.', 50],
    ['naming', 'Names stay as people write them: 김도윤, not “Kim Do-yun (?)”.', 29],
    ['migrations', 'Never migrate while Tomasz is checking in the morning’s bikes.', 13],
  ],
} as const;

export const state: DemoPart = {
  name: 'state entries',
  insert: `
    insert into assistant_state (key, value, category, created_at, updated_at)
    select key, value, category, updated_at, updated_at
    from json_populate_recordset(null::assistant_state, $1)
    on conflict (key) do nothing`,
  rows: (calendar) =>
    Object.entries(STATE).flatMap(([category, entries]) =>
      entries.map(([key, value, changed]) => ({
        key,
        value,
        category,
        updated_at: calendar.at(changed, '16:05'),
      })),
    ),
};
