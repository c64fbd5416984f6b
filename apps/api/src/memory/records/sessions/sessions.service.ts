import { Injectable } from '@nestjs/common';
import type { PageDto, PatchSessionDto, SessionDto, SessionSummaryInputDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../versions/as-of.repository';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../shared/access/caller';
import { AppError } from '../../../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../../shared/http/json-text';
import { joinList } from '../../../shared/validation/fields';
import { found } from '../../../shared/errors/found';
import { maskedList, withoutSecrets } from '../../fence/secrets/mask-secrets';
import { sourceOf, sourceColumns, type WriteSource } from '../../../shared/access/write-source';
import { DecisionsService } from '../decisions/decisions.service';
import { ProjectAtHandService } from '../projects/project-at-hand.service';
import { toSessionDto } from './session.mapper';
import { SessionsRepository, type NewSession, type SessionSort } from './sessions.repository';

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly decisions: DecisionsService,
    private readonly atHand: ProjectAtHandService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Stores a summary, dated now. With a key, a repeat within a day answers the first one.
   * @param at_hand the identity of the project to which it belongs if it names none
   * @returns the id of a new row, and a `SessionSummaryResultDto` as JSON
   * @throws AppError `idempotency_key_reused`
   */
  async store(
    input: SessionSummaryInputDto,
    idempotency_key: string | null,
    source: WriteSource,
    at_hand: string | null = null,
  ): Promise<{ created_id: string | null; json: JsonText }> {
    const own = input.projects_touched ?? '';
    const projects_touched =
      own.length > 0 ? own : ((await this.atHand.projectFor(at_hand, source))?.name ?? own);
    const session = toNewSession({ ...input, projects_touched }, source);
    const { id, row, created, same } =
      idempotency_key === null
        ? await this.sessions.insertSession(session)
        : await this.sessions.insertSessionOnce(session, idempotency_key);
    if (!same) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key came with another body in the last 24 hours.',
      );
    }
    if (created) {
      this.events.announce('session.created', id);
      if (session.decisions_made !== '') this.events.announce('decision.updated', null);
    }
    const answer = { result: toJsonText(created ? 'created' : 'exists'), session: row };
    const withdrawn = namedDecisions(input.decisions_withdrawn);
    if (withdrawn.length === 0) return { created_id: created ? id : null, json: jsonObject(answer) };
    const unknown = await this.decisions.withdraw(withdrawn, session.projects_touched, source);
    return {
      created_id: created ? id : null,
      json: jsonObject({ ...answer, unknown_decisions: JSON.stringify(unknown) as JsonText }),
    };
  }

  async list({
    project,
    sort = '-session_date',
    ...page
  }: AsOfPage & { project?: string; sort?: SessionSort }): Promise<PageDto<SessionDto>> {
    return mapPage(await this.sessions.listSessions(project, sort, page), toSessionDto);
  }

  async get(id: number): Promise<SessionDto> {
    return toSessionDto(found(await this.sessions.findSession(id), 'session'));
  }

  /** @throws AppError `not_found` */
  async patch(id: number, patch: PatchSessionDto, actor: KnownActor): Promise<SessionDto> {
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return this.get(id);
    const session = found(
      await this.sessions.updateSession(id, withoutSecrets(patch), sourceOf(actor)),
      'session',
    );
    await this.audit.record(actor, {
      action: 'session.updated',
      object: `session:${id}`,
      details: { fields },
    });
    this.events.announce('session.updated', id);
    return toSessionDto(session);
  }

  async remove(id: number, actor: KnownActor): Promise<void> {
    found(await this.sessions.deleteSession(id, sourceOf(actor)), 'session');
    await this.audit.record(actor, { action: 'session.deleted', object: `session:${id}` });
    this.events.announce('session.updated', id);
  }
}

function toNewSession(input: SessionSummaryInputDto, source: WriteSource): NewSession {
  const decisions = maskedList(input.decisions_made ?? '');
  const { decisions_list, ...session } = {
    summary: input.summary,
    projects_touched: joinList(input.projects_touched ?? ''),
    decisions_made: joinList(decisions),
    decisions_list: typeof decisions === 'string' ? null : JSON.stringify(decisions),
    tasks_completed: joinList(input.tasks_completed ?? ''),
    tasks_created: joinList(input.tasks_created ?? ''),
    mood: input.mood ?? null,
    ...sourceColumns(source),
  };
  return { ...withoutSecrets(session), decisions_list };
}

/** The entries of an array, or the lines of a text. An id in digits is meant as one. */
function namedDecisions(named: string | (string | number)[] = []): (string | number)[] {
  const entries = typeof named === 'string' ? named.split('\n').filter((line) => line.trim() !== '') : named;
  return entries.map((one) => (/^#?\d{1,15}$/.test(String(one).trim()) ? idOf(one) : one));
}

function idOf(named: string | number): number {
  return Number(String(named).trim().replace('#', ''));
}
