import { Injectable } from '@nestjs/common';
import {
  makingOf,
  type PageDto,
  type PatchSessionDto,
  type SessionDto,
  type SessionSummaryInputDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import type { KnownActor } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors/app-error';
import { jsonObject, toJsonText, withWarnings, type JsonText } from '../../../platform/http/json-text';
import { withoutPlaceholders } from '../../../platform/validation/outside-id';
import { found } from '../../../platform/errors/found';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { sourceOf, type WriteSource } from '../../../platform/access/write-source';
import type { Reader } from '../../readers/reader';
import { ReadersService } from '../../readers/readers.service';
import { RowEventsService } from '../../readers/row-events.service';
import { DecisionsService } from '../decisions/decisions.service';
import type { ListScope } from '../projects/list-scope';
import { ProjectAtHandService } from '../projects/project-at-hand.service';
import { ProjectScopeService } from '../projects/project-scope.service';
import { toSessionDto } from './session.mapper';
import { SessionsRepository, type SessionSort } from './sessions.repository';
import { saidAt } from '../said-at';
import { toNewSession, type NewSession } from './new-session';
import { SessionSummariesRepository, type StoredSession } from './session-summaries.repository';

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly summaries: SessionSummariesRepository,
    private readonly decisions: DecisionsService,
    private readonly scopes: ProjectScopeService,
    private readonly clock: Clock,
    private readonly atHand: ProjectAtHandService,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly readers: ReadersService,
  ) {}

  /**
   * Stores a summary. Ids that are unfilled placeholders count as missing. With an `Idempotency-Key`, a repeat within a day is answered with the first one. A further summary of a session
   * that names its `session_id` changes the row of that session.
   * @param at_hand the identity of the project to which it belongs if it names none
   * @returns the id of a new row, and a `SessionSummaryResultDto` as JSON
   * @throws AppError `idempotency_key_reused`
   */
  async store(
    given: SessionSummaryInputDto,
    idempotency_key: string | null,
    source: WriteSource,
    at_hand: string | null = null,
  ): Promise<{ created_id: string | null; json: JsonText }> {
    const { ids, warnings } = withoutPlaceholders({
      'Idempotency-Key': idempotency_key,
      session_id: given.session_id ?? null,
    });
    const input = { ...given, session_id: ids.session_id ?? undefined };
    const own = input.projects_touched ?? '';
    const project = own.length > 0 ? null : await this.atHand.projectFor(at_hand, source);
    const ended_at = saidAt('ended_at', input.ended_at, this.clock.now(), source);
    const made = makingOf(input.made, ids['Idempotency-Key']);
    const session = toNewSession(input, project?.name ?? '', source, ended_at, made);
    const { id, row, result, same, unknown, still_pending, private_to } = await this.insert(
      session,
      ids['Idempotency-Key'],
    );
    if (!same) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key came with another body in the last 24 hours.',
      );
    }
    if (result !== 'exists') {
      if (result === 'created')
        this.events.announce('session.created', id, session.owner_id === null ? private_to : undefined);
      else this.events.announce('session.updated', id);
      // What an extract calls a decision is none.
      if (session.decisions_made !== '' && session.owner_id === null)
        this.events.announce('decision.updated', null, private_to);
    }
    // A summary that names no project is answered with its row alone, unless there is something to say.
    const ofProject = session.projects_touched !== '';
    const withdrawn = namedDecisions(input.decisions_withdrawn);
    const unknown_decisions =
      withdrawn.length === 0
        ? null
        : await this.decisions.withdraw(
            withdrawn,
            { id: Number(id), projects_touched: session.projects_touched },
            source,
          );
    const similar = session.decisions_made === '' ? [] : await this.decisions.listSimilar(Number(id));
    return {
      created_id: result === 'created' ? id : null,
      json: withWarnings(
        jsonObject({
          result: toJsonText(result),
          session: row,
          ...(unknown_decisions === null
            ? {}
            : {
                unknown_decisions: toListText(unknown_decisions),
                left: String(unknown_decisions.length) as JsonText,
              }),
          ...(similar.length === 0 ? {} : { similar_decisions: toListText(similar) }),
          ...(ofProject || still_pending.length > 0 ? { still_pending: toListText(still_pending) } : {}),
          ...(ofProject ? { unknown_projects: toListText(unknown) } : {}),
        }),
        warnings,
      ),
    };
  }

  private insert(session: NewSession, idempotency_key: string | null): Promise<StoredSession> {
    const { session_id } = session;
    if (session_id !== null)
      return this.summaries.storeOfSession({ ...session, session_id }, idempotency_key, this.clock.now());
    return idempotency_key === null
      ? this.summaries.insertSession(session)
      : this.summaries.insertSessionOnce(session, idempotency_key);
  }

  /** @throws AppError `invalid_cursor`, `project_not_found`, `project_ambiguous` */
  async list(
    {
      project: named,
      without_project,
      sort = '-session_date',
      ...page
    }: AsOfPage & ListScope & { sort?: SessionSort },
    reader: Reader,
  ): Promise<PageDto<SessionDto>> {
    const project = await this.scopes.findListed(
      { project: named, without_project },
      reader.owner,
      page.as_of,
    );
    return mapPage(await this.sessions.listSessions(project, sort, page, reader), toSessionDto);
  }

  /** @throws AppError `not_found`, also if it belongs to another user */
  async get(id: number, reader: Reader): Promise<SessionDto> {
    return toSessionDto(found(await this.sessions.findSession(id, reader), 'session'));
  }

  /** @throws AppError `not_found` */
  async patch(id: number, patch: PatchSessionDto, actor: KnownActor): Promise<SessionDto> {
    const reader = await this.readers.of(actor);
    const known = await this.get(id, reader);
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return known;
    const session = found(
      await this.sessions.updateSession(id, withoutSecrets(patch), sourceOf(actor), reader),
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

  /** @throws AppError `not_found` */
  async remove(id: number, actor: KnownActor): Promise<void> {
    await this.get(id, await this.readers.of(actor));
    found(await this.sessions.deleteSession(id, sourceOf(actor)), 'session');
    await this.audit.record(actor, { action: 'session.deleted', object: `session:${id}` });
    this.events.announce('session.updated', id);
  }
}

/** The entries of an array, or the lines of a text. Digits alone, such as `12` or `#12`, are an id. */
function namedDecisions(named: string | (string | number)[] = []): (string | number)[] {
  const entries = typeof named === 'string' ? named.split('\n').filter((line) => line.trim() !== '') : named;
  return entries.map((one) => (/^#?\d{1,15}$/.test(String(one).trim()) ? idOf(one) : one));
}

function idOf(named: string | number): number {
  return Number(String(named).trim().replace('#', ''));
}

function toListText(list: readonly unknown[]): JsonText {
  return JSON.stringify(list) as JsonText;
}
