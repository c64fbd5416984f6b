import { bikes, names, surnames } from '../../../../demo/phrases.json';
import { instantBefore, newestInstant, pick, type ScaledPart } from './scaled-part';

const TAGS = ['vip', 'weekly', 'e-bike', 'cargo bike', 'fleet', 'school', 'touring', 'child seat'];

/** A UUID v7 with the client's own digits. */
const ID = `(lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7'
  || substr(digest, 1, 3) || '8' || substr(digest, 4, 15))::uuid`;

/** Names repeat; phones and emails are unique. The area code 555 is not assigned. */
export const scaledClients: ScaledPart = {
  name: 'large: clients',
  database: 'panel',
  rows: (scale) => scale,
  batch: 5_000,
  insert: `
    insert into clients (id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at)
    select ${ID}, first || ' ' || last,
           case when number % 10 = 7 then null else '+1555' || to_char(mod(number, 10000000), 'FM0000000') end,
           case when number % 5 = 2 then null else lower(first || '.' || last) || number || '@mail.example' end,
           case when number % 6 = 0 then last || ' & Daughters' else '' end,
           case when number % 50 = 1 then 'lead' when number % 5 = 0 then 'archived' else 'active' end,
           (array['chat', 'phone', 'panel', 'import'])[1 + (number / 7 % 4)::int],
           case when number % 3 = 0 then array[${pick('$6', 'number', 5)}] else '{}' end,
           case when number % 2 = 0 then 'Rides a ' || ${pick('$7', 'number', 3)} || '. Customer no. ' || 100000 + number || '.' else '' end,
           case when number % 4 = 3 then null else created_at + make_interval(days => (number % 91)::int) end,
           created_at, created_at
    from generate_series($1::bigint, $2::bigint) as number,
         lateral (select ${pick('$4', 'number', 29)} as first, ${pick('$5', 'number * 13', 7)} as last,
                         ${instantBefore('$3', 'number')} - interval '90 days' as created_at,
                         md5('client ' || number) as digest) as person
    order by number
    returning id`,
  values: (calendar) => [newestInstant(calendar), names, surnames, TAGS, bikes],
};
