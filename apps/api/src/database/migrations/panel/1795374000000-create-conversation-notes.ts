import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the team writes to itself about a conversation. No agent and no customer reads it. */
export class CreateConversationNotes1795374000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversation_notes (
        id uuid constraint conversation_notes_pkey primary key,
        conversation_id uuid not null
          constraint conversation_notes_conversation references conversations on delete cascade,
        text text not null,
        author_id uuid,
        author_name text not null,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(
      'create index conversation_notes_of_conversation on conversation_notes (conversation_id, created_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table conversation_notes');
  }
}
