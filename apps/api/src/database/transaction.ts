import type { EntityManager } from 'typeorm';

/**
 * An open transaction of the panel's database. A repository passes it to another feature's service, so that both write
 * in one transaction. Only repositories use its methods.
 */
export type Transaction = EntityManager;
