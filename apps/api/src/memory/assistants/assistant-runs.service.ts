import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  VERSION_KINDS,
  type AssistantRunDetailsDto,
  type AssistantRunDto,
  type NamedRowDto,
  type PageDto,
} from '@groupless/shared-dto';
import type { PageInput } from '../../database/pages/read-page';
import type { AssistantSessionCaller } from '../../platform/access/assistant-session';
import { Clock } from '../../platform/clock';
import { found } from '../../platform/errors/found';
import { describeError } from '../../platform/log/describe-error';
import { PROJECT_CHATS, type Reader } from '../readers/reader';
import type { Context } from '../brief/context.service';
import { KIND_OF_LIST, BRIEF_LISTS } from '../brief/context-rows';
import { ownIdentity } from '../records/projects/identities/identity';
import { namedRow } from '../history/named-row';
import type { AssistantRun } from './assistant-run.entity';
import { briefOf, toRunDto } from './assistant-run.mapper';
import { AssistantRunsRepository, type RunNote } from './assistant-runs.repository';

/** The delay between a call and the write that records it. */
const GATHER_MS = 2_000;
/** The most sessions that wait to be written; more are dropped. */
const MOST_WAITING = 1_000;
const MOST_KEPT = 2_000;
const KEPT_MS = 90 * 86_400_000;

/** A chat about a project, with the owner of its machine paths. */
interface WrittenChat {
  chat_id: string;
  owner: string | null;
}

/**
 * Records what sessions of coding assistants loaded and stored, for the panel. Records are buffered in memory and
 * written in batches after the answers, so no call waits. If a write fails they are dropped.
 */
@Injectable()
export class AssistantRunsService implements OnApplicationShutdown {
  private readonly log = new Logger(AssistantRunsService.name);
  private readonly notes = new Map<string, RunNote>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly runs: AssistantRunsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the brief that a session gets.
   * @returns the brief
   */
  noteBrief(run: AssistantSessionCaller | null, context: Context): Context {
    const asked = context.project === null ? null : { name: context.project };
    if (run !== null) this.note(run, asked, briefOf(context, this.clock.now()));
    return context;
  }

  /**
   * Records that a session stored something.
   * @param chat the chat of its project, if known
   * @returns the answer of the write
   */
  noteWrite<Answer>(run: AssistantSessionCaller | null, answer: Answer, chat?: WrittenChat): Answer {
    const project =
      chat === undefined
        ? null
        : { identity: ownIdentity(chat.chat_id.slice(PROJECT_CHATS.length), chat.owner) };
    if (run !== null) this.note(run, project, null);
    return answer;
  }

  async list(page: PageInput, reader: Reader): Promise<PageDto<AssistantRunDto>> {
    await this.flush();
    const { items, ...rest } = await this.runs.list(page, reader);
    return { ...rest, items: await this.describe(items, reader) };
  }

  /** @throws AppError `not_found` */
  async get(session_id: string, reader: Reader): Promise<AssistantRunDetailsDto> {
    await this.flush();
    const run = found(await this.runs.find(session_id, reader), 'session of an assistant');
    const [dtos, shown, stored] = await Promise.all([
      this.describe([run], reader),
      this.listShown(run, reader),
      this.listStored(run, reader),
    ]);
    return { ...found(dtos[0] ?? null, 'session of an assistant'), shown, stored };
  }

  /** Writes the buffer. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing = this.writing.then(() => this.write()));
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  private note(
    { session_id, machine, by, writer_id }: AssistantSessionCaller,
    project: RunNote['project'],
    brief: RunNote['brief'],
  ): void {
    const known = this.notes.get(session_id);
    if (known === undefined && this.notes.size >= MOST_WAITING) return;
    const seen_at = this.clock.now();
    this.notes.set(session_id, {
      session_id,
      machine: machine ?? known?.machine ?? null,
      by: by ?? known?.by ?? null,
      writer_id: writer_id ?? known?.writer_id ?? null,
      project: project ?? known?.project ?? null,
      brief: brief ?? known?.brief ?? null,
      started_at: known?.started_at ?? seen_at,
      seen_at,
    });
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  private async write(): Promise<void> {
    const notes = [...this.notes.values()];
    this.notes.clear();
    if (notes.length === 0) return;
    try {
      for (const note of notes) await this.runs.store(note);
      await this.runs.removeOld(MOST_KEPT, new Date(this.clock.now().getTime() - KEPT_MS));
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'sessions of assistants were not noted');
    }
  }

  /** What is somebody else's is counted nowhere. */
  private async describe(runs: readonly AssistantRun[], reader: Reader): Promise<AssistantRunDto[]> {
    const ids = runs.map(({ session_id }) => session_id);
    const told = runs.flatMap(({ brief }) => brief?.rows.recent_sessions ?? []);
    const [counts, summaries, hidden] = await Promise.all([
      this.runs.countTurns(ids, reader),
      this.runs.listSummaries(ids, reader),
      this.runs.listHidden(told, reader),
    ]);
    return runs.map((run) => {
      const ofRun = summaries.filter(
        ({ idempotency_key, session_id }) =>
          session_id === run.session_id || idempotency_key?.startsWith(`${run.session_id}:`) === true,
      );
      return toRunDto(run, { ...counts.get(run.session_id), summaries: ofRun.length, hidden });
    });
  }

  private async listShown({ brief }: AssistantRun, reader: Reader): Promise<NamedRowDto[]> {
    const lists = BRIEF_LISTS.map(async (list) => {
      const kind = KIND_OF_LIST[list];
      const rows = await this.runs.listRows(kind, brief?.rows[list] ?? [], reader);
      return rows.map((row) => namedRow(kind, row));
    });
    return (await Promise.all(lists)).flat();
  }

  private async listStored(run: AssistantRun, reader: Reader): Promise<NamedRowDto[]> {
    const summaries = await this.runs.listSummaries([run.session_id], reader);
    const stored = summaries.map((row) => namedRow('session', row));
    if (run.written_by === null) return stored;
    for (const kind of VERSION_KINDS)
      stored.push(...(await this.runs.listWritten(kind, run, reader)).map((row) => namedRow(kind, row)));
    return stored;
  }
}
