import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** An edit that goes back to an earlier text is a version of its own, by the time that its sender gave it. */
export class EditBack1796743000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- sent_at: the time as it was sent. version_of: the sender's id, where sent_id has that text already; version: which one it is.
      alter table chat_history
        add column sent_at timestamptz(3),
        add column version_of text,
        add column version integer;
      create unique index chat_history_versions on chat_history (chat_id, version_of, part, sent_by, version)
        where version_of is not null;
      create index chat_history_edits on chat_history (edited_of) where edited_of is not null`);
  }
}
