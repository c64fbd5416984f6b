import { ADVISORY_LOCKS } from './advisory-locks';
import { runIn } from './statements/run-in';
import { unnestParameters } from './statements/unnest-parameters';
import type { Transaction } from './transaction';

const LOCK_RESOURCES = {
  name: 'lock_resources',
  text: `
    with present as (
      select place, r.id, coalesce(r.name, asked.name) as name
      from ${unnestParameters(['text', 'uuid'])} with ordinality as asked (name, id, place)
        left join resources as r on r.id = coalesce(asked.id, known_resource(asked.name))
    )
    select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.allResources}, 0),
           pg_advisory_xact_lock(${ADVISORY_LOCKS.resource}, key),
           (select json_agg(json_build_object('id', id, 'name', name) order by place) from present) as resources
    from (select distinct hashtext(folded_name(name)) as key from present order by 1) as keys`,
};

/** A rename waits for it, and it for a rename. */
const HOLD_NAMES = {
  name: 'hold_names_of_resources',
  text: 'lock table appointments in row exclusive mode',
};

const LOCK_ALL_RESOURCES = {
  name: 'lock_all_resources',
  text: `select pg_advisory_xact_lock(${ADVISORY_LOCKS.allResources}, 0)`,
};

/** A resource that is meant by its id; null: by its name. */
export interface MeantResource {
  resource: string;
  resource_id: string | null;
}

/** What a locked resource is called now. */
export interface LockedResource {
  /** Null: nobody has the name yet. */
  id: string | null;
  name: string;
}

/**
 * Locks resources until the transaction ends: writers of one resource wait for each other. Without
 * it, two writers can wait for each other in the exclusion constraint, a deadlock. All lock in the same order.
 * @returns them in their order: for a second after a rename this process may know the former name. They keep these names where the transaction has locked an appointment or called `holdNames()`.
 */
export async function lockResources(
  transaction: Transaction,
  resources: readonly MeantResource[],
): Promise<LockedResource[]> {
  const values = [resources.map(({ resource }) => resource), resources.map(({ resource_id }) => resource_id)];
  const [locked] = await runIn<{ resources: LockedResource[] }>(transaction, LOCK_RESOURCES, values);
  return locked?.resources ?? [];
}

/** No resource gets another name until the transaction ends. */
export async function holdNames(transaction: Transaction): Promise<void> {
  await runIn(transaction, HOLD_NAMES, []);
}

/** Locks every resource, whatever its name, until the transaction ends. It excludes all writers of `lockResources()`. */
export async function lockAllResources(transaction: Transaction): Promise<void> {
  await runIn(transaction, LOCK_ALL_RESOURCES, []);
}
