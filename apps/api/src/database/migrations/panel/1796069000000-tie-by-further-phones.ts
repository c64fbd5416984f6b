import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A further number that a client gets ties the open chats of that number too, as a first one does. */
export class TieByFurtherPhones1796069000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger clients_tie_moved on clients;
      create trigger clients_tie_moved after update of phone, other_phones on clients
        for each row when (old.phone is distinct from new.phone or old.other_phones <> new.other_phones)
        execute function tie_conversations_of_clients()`);
  }
}
