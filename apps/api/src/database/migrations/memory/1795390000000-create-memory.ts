import type { QueryRunner } from 'typeorm';
import { Step } from '../step';
import { ASSISTANT_RUNS } from './create-memory/assistant-runs';
import { CHATS } from './create-memory/chats';
import { HOOK_OUTBOX, HOOK_TRIGGERS } from './create-memory/hook-outbox';
import { RECORDS } from './create-memory/records';
import { SEARCH } from './create-memory/search';
import { VERSIONS } from './create-memory/versions';

const UP = [RECORDS, ASSISTANT_RUNS, CHATS, SEARCH, VERSIONS, HOOK_OUTBOX, HOOK_TRIGGERS];

/** The memory's database as version 1.0.0 has it. */
export class CreateMemory1795390000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of UP) await runner.query(statements);
  }
}
