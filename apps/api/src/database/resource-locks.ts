import { ADVISORY_LOCKS } from './advisory-locks';
import { runIn } from './statements/run-in';
import type { Transaction } from './transaction';

const LOCK_RESOURCES = {
  name: 'lock_resources',
  text: `
    select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.allResources}, 0),
           pg_advisory_xact_lock(${ADVISORY_LOCKS.resource}, key)
    from (select distinct hashtext(folded_name(name)) as key from unnest($1::text[]) as name order by 1) as keys`,
};

const LOCK_ALL_RESOURCES = {
  name: 'lock_all_resources',
  text: `select pg_advisory_xact_lock(${ADVISORY_LOCKS.allResources}, 0)`,
};

/**
 * Locks resources by their names until the transaction ends: writers of one resource wait for each other. Without
 * it, two writers can wait for each other in the exclusion constraint, a deadlock. All lock in the same order.
 */
export async function lockResources(transaction: Transaction, names: readonly string[]): Promise<void> {
  await runIn(transaction, LOCK_RESOURCES, [names]);
}

/** Locks every resource, whatever its name, until the transaction ends. It excludes all writers of `lockResources()`. */
export async function lockAllResources(transaction: Transaction): Promise<void> {
  await runIn(transaction, LOCK_ALL_RESOURCES, []);
}
