import { Injectable } from '@nestjs/common';
import { MemoryStatements } from '../../../database/database.module';

const FIND = {
  name: 'turns_said_in_session',
  text: `
    select coalesce(array_agg(id::float8), '{}') as ids
    from chat_history where id = any($1::bigint[]) and session_id = $2`,
};

/** Which messages were said in a session. */
@Injectable()
export class OwnTurnsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  async find(ids: readonly number[], session_id: string): Promise<number[]> {
    return (await this.memory.one<{ ids: number[] }>(FIND, [ids, session_id])).ids;
  }
}
