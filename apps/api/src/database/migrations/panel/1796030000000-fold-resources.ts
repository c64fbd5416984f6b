import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * One resource is one calendar, however its name is spelled. Appointments get the spelling of the settings. Two that are
 * booked at the same time under two spellings stay as they are, and the later one is marked `squeezed`: it stands
 * outside of the constraint, and is busy all the same.
 */
export class FoldResources1796030000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FOLDED_NAME);
    // No outbound webhook is told of all these appointments, past ones too.
    await runner.query('alter table appointments disable trigger hook_update');
    // While the constraint is still there, whose index finds what overlaps.
    await runner.query(MARK_COLLISIONS);
    await runner.query(SPELL_AS_SETTINGS);
    await runner.query('alter table appointments enable trigger hook_update');
    await runner.query(INDEXES('folded_name(resource)', 'and not squeezed'));
    await runner.query(`
      create index appointments_squeezed on appointments using gist
        (folded_name(resource), tstzrange(starts_at, ends_at, '[)'))
        where squeezed and status in ('pending', 'confirmed')`);
  }
}

/** As `foldName` of the shared DTOs; `lower` and `upper` know one letter for each, so ß needs a step of its own. */
const FOLDED_NAME = String.raw`
  create function folded_name(text) returns text
    language sql immutable strict parallel safe
    return replace(lower(upper(lower(btrim(regexp_replace(normalize($1, NFKC), '\s+', ' ', 'g'))))), 'ß', 'ss');
  alter table appointments add column squeezed boolean not null default false;
`;

const OVERLAPS = `
  other.resource <> a.resource and folded_name(other.resource) = folded_name(a.resource)
  and other.status in ('pending', 'confirmed')
  and tstzrange(other.starts_at, other.ends_at, '[)') && tstzrange(a.starts_at, a.ends_at, '[)')`;

const MARK_COLLISIONS = `
  with spellings as (
    select distinct resource, folded_name(resource) as key from appointments where status in ('pending', 'confirmed')
  ), collisions as (
    select a.id
    from spellings as one
      join spellings as two on two.key = one.key and two.resource <> one.resource
      join appointments as a on a.resource = one.resource and a.status in ('pending', 'confirmed')
      join appointments as other on other.resource = two.resource and ${OVERLAPS}
    where (other.created_at, other.id) < (a.created_at, a.id)
  )
  update appointments set squeezed = true where id in (select id from collisions)`;

/** Settings that have a name in two spellings decide nothing: these rows stay as they are. */
const SPELL_AS_SETTINGS = `
  with named as (
    select min(spelling) as spelling, folded_name(spelling) as key
    from chat_agent_settings, jsonb_array_elements_text(resources) as listed (spelling)
    group by folded_name(spelling) having count(*) = 1
  ), misspelled as (
    select resource, spelling from (select distinct resource from appointments) as a
      join named on key = folded_name(resource)
    where resource <> spelling
  )
  update appointments as a set resource = spelling, version = version + 1, updated_at = now()
  from misspelled
  where a.resource = misspelled.resource
    and not (a.status in ('pending', 'confirmed') and exists (select from appointments as other where ${OVERLAPS}))`;

const INDEXES = (resource: string, isHeld: string) => `
  alter table appointments drop constraint appointments_no_overlap;
  alter table appointments add constraint appointments_no_overlap
    exclude using gist (${resource} with =, tstzrange(starts_at, ends_at, '[)') with &&)
    where (status in ('pending', 'confirmed') ${isHeld});
  drop index appointments_of_resource, appointments_of_resource_status, appointments_of_resource_source;
  create index appointments_of_resource on appointments (${resource}, starts_at, id);
  create index appointments_of_resource_status on appointments (${resource}, status, starts_at, id);
  create index appointments_of_resource_source on appointments (${resource}, source, starts_at, id);
`;
