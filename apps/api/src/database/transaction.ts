import type { EntityManager } from 'typeorm';

/**
 * An open transaction of the panel's database. A repository hands it to another feature's service, so that both write
 * in one transaction; only repositories use what is in it.
 */
export type Transaction = EntityManager;
