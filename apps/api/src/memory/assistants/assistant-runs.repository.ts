import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, VersionKind } from '@groupless/shared-dto';
import { In, LessThan, Repository, type SelectQueryBuilder } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { ChatMessage } from '../chats/chat-message.entity';
import { AssistantProject } from '../records/projects/assistant-project.entity';
import { AssistantSession } from '../records/sessions/assistant-session.entity';
import { isProjectFor, isSaidFor, isSessionFor, type Reader } from '../readers/reader';
import { rowsFor } from '../readers/rows-for.statements';
import { VERSIONED, type VersionedRow } from '../history/versioned-kinds';
import { AssistantRun, type StoredBrief } from './assistant-run.entity';

/** The new values of a session; missing ones stay unchanged. */
export interface RunNote {
  session_id: string;
  machine: string | null;
  by: string | null;
  writer_id: string | null;
  /** The project's name for a brief, or its address for a chat. */
  project: { name: string } | { identity: string } | null;
  brief: StoredBrief | null;
  started_at: Date;
  seen_at: Date;
}

export interface RunCounts {
  project: string | null;
  turns: number;
}

/** The hooks of a session number their summaries; no more than these are searched. */
const MOST_SUMMARIES = 20;
/** The most rows of a kind that are listed for a session. */
const MOST_WRITTEN = 50;

const NEWEST_FIRST = [
  { sql: 'run.seen_at', kind: 'time', descending: true },
  { sql: 'run.session_id', kind: 'text', descending: true },
] as const;

/** The column of the last change, if it is not `updated_at`. */
const CHANGED_AT: Partial<Record<VersionKind, string>> = { session: 'session_date', decision: 'at' };

const IS_FOR_READER = `not exists (
  select from assistant_projects as project
  where project.id = run.project_id and not ${isProjectFor('project.private_to', ':owner')})`;

const PROJECT_OF_CHAT = `
  select min(project_id) as id from project_identities
  where identity = $1 and text_digest(identity) = text_digest($1) or starts_with(identity, $1 || '#')`;

@Injectable()
export class AssistantRunsRepository {
  constructor(@InjectRepository(AssistantRun, MEMORY) private readonly runs: Repository<AssistantRun>) {}

  async store({ by, project, started_at, ...note }: RunNote): Promise<void> {
    const known = Object.entries({ ...note, written_by: by, project_id: await this.findProjectId(project) });
    const told = Object.fromEntries(known.filter(([, value]) => value !== null));
    const { session_id } = note;
    await this.runs
      .createQueryBuilder()
      .insert()
      .values({ session_id, started_at, ...told })
      .orIgnore()
      .execute();
    await this.runs.update({ session_id }, told);
  }

  private async findProjectId(project: RunNote['project']): Promise<number | null> {
    if (project === null) return null;
    if ('name' in project)
      return (await this.runs.manager.findOneBy(AssistantProject, { name: project.name }))?.id ?? null;
    const [found] = await this.runs.query<{ id: string | null }[]>(PROJECT_OF_CHAT, [project.identity]);
    const id = found?.id ?? null;
    return id === null ? null : Number(id);
  }

  /** Keeps the newest sessions that were seen after a time, and deletes the others. */
  async removeOld(most: number, before: Date): Promise<void> {
    const [first] = await this.runs.find({
      select: { session_id: true, seen_at: true },
      order: { seen_at: 'DESC', session_id: 'DESC' },
      skip: most,
      take: 1,
    });
    const oldest = first === undefined || first.seen_at < before ? before : first.seen_at;
    await this.runs.delete({ seen_at: LessThan(oldest) });
  }

  list(page: PageInput, reader: Reader): Promise<PageDto<AssistantRun>> {
    return readEntityPage(this.readable(reader), NEWEST_FIRST, page);
  }

  find(session_id: string, reader: Reader): Promise<AssistantRun | null> {
    return this.readable(reader).andWhere({ session_id }).getOne();
  }

  /** Without those in folders of private projects of others. */
  private readable({ owner }: Reader): SelectQueryBuilder<AssistantRun> {
    return this.runs.createQueryBuilder('run').where(IS_FOR_READER, { owner });
  }

  /** The projects of some sessions and how many turns for the reader each stored, by session. */
  async countTurns(sessionIds: readonly string[], reader: Reader): Promise<Map<string, RunCounts>> {
    if (sessionIds.length === 0) return new Map();
    const counted = await this.runs
      .createQueryBuilder('run')
      .leftJoin(
        AssistantProject,
        'project',
        `project.id = run.project_id and ${isProjectFor('project.private_to', ':owner')}`,
      )
      .select('run.session_id', 'session_id')
      .addSelect('project.name', 'project')
      .addSelect(
        (turns) =>
          turns
            .select('count(*)::int')
            .from(ChatMessage, 'turn')
            .where(`turn.chat_id in (select chat_id from project_chats(project.id))`)
            .andWhere(`turn.timestamp between run.started_at - interval '7 days' and run.seen_at`)
            .andWhere(`starts_with(turn.external_id, run.session_id || ':')`)
            .andWhere(isSaidFor('turn', { chats: ':chats', owner: ':owner' })),
        'turns',
      )
      .setParameters({ ...reader })
      .where({ session_id: In([...sessionIds]) })
      .getRawMany<RunCounts & { session_id: string }>();
    return new Map(counted.map(({ session_id, ...counts }) => [session_id, counts]));
  }

  /** The summaries for the reader that the hooks of some sessions stored. */
  listSummaries(sessionIds: readonly string[], { owner }: Reader): Promise<AssistantSession[]> {
    const numbers = Array.from({ length: MOST_SUMMARIES }, (_, index) => index + 1);
    const keys = sessionIds.flatMap((id) =>
      ['end', 'compact'].flatMap((what) => numbers.map((number) => `${id}:${what}:${number}`)),
    );
    return this.runs.manager
      .createQueryBuilder(AssistantSession, 'summary')
      .where([{ idempotency_key: In(keys) }, { session_id: In([...sessionIds]) }])
      .andWhere(isSessionFor('summary.', ':owner'), { owner })
      .orderBy('summary.id')
      .getMany();
  }

  /** Those of some sessions that are somebody else's. */
  async listHidden(ids: readonly number[], { owner }: Reader): Promise<number[]> {
    const hidden = await this.runs.manager
      .createQueryBuilder(AssistantSession, 'told')
      .select('told.id')
      .where({ id: In([...ids]) })
      .andWhere(`not ${isSessionFor('told.', ':owner')}`, { owner })
      .getMany();
    return hidden.map(({ id }) => id);
  }

  /** The rows of a kind that a key wrote during a session and the reader may see, without summaries by hooks. */
  listWritten(
    kind: VersionKind,
    { written_by, writer_id, started_at, seen_at }: AssistantRun,
    reader: Reader,
  ): Promise<VersionedRow[]> {
    const { entity } = VERSIONED[kind];
    const time = CHANGED_AT[kind] ?? 'updated_at';
    const rows = this.runs.manager
      .createQueryBuilder(entity, 'written')
      .where(`written.${time} between :started_at and :seen_at`, { started_at, seen_at })
      // A user can have the same name as a key.
      .andWhere(writer_id === null ? { written_by } : { writer_id })
      .andWhere(`written.written_through not in ('hook', 'panel')`);
    rowsFor(rows, kind, reader);
    return rows.orderBy('written.id').limit(MOST_WRITTEN).getMany();
  }

  /** The rows that the reader may see. */
  async listRows(kind: VersionKind, ids: readonly number[], reader: Reader): Promise<VersionedRow[]> {
    if (ids.length === 0) return [];
    const rows = this.runs.manager
      .createQueryBuilder(VERSIONED[kind].entity, 'shown')
      .where({ id: In([...ids]) });
    rowsFor(rows, kind, reader);
    return rows.orderBy('shown.id').getMany();
  }
}
