import { Injectable } from '@nestjs/common';
import type { PageDto, SessionDto, SessionSummaryInputDto } from '@groupless/shared-dto';
import { mapPage } from '../../../database/read-entity-page';
import type { PageInput } from '../../../database/read-page';
import { EventsService } from '../../../events/events.service';
import { AppError } from '../../../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../../shared/http/json-text';
import { joinList } from '../../../shared/validation/fields';
import { found } from '../../../shared/errors/found';
import { written, type WriteSource } from '../../../shared/access/write-source';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { toSessionDto } from './session.mapper';
import { SessionsRepository, type NewSession, type SessionSort } from './sessions.repository';

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly events: EventsService,
  ) {}

  /**
   * Stores a summary, dated now. With a key, a repeat within a day answers the first one.
   * @returns the id of a new row, and a `SessionSummaryResultDto` as JSON
   * @throws AppError `idempotency_key_reused`
   */
  async store(
    input: SessionSummaryInputDto,
    idempotency_key: string | null,
    source: WriteSource,
  ): Promise<{ created_id: string | null; json: JsonText }> {
    const session = withoutSecrets(toNewSession(input, source));
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
    if (created) this.events.announce('session.created', id);
    return {
      created_id: created ? id : null,
      json: jsonObject({ result: toJsonText(created ? 'created' : 'exists'), session: row }),
    };
  }

  async list({
    project,
    sort = '-session_date',
    ...page
  }: PageInput & { project?: string; sort?: SessionSort }): Promise<PageDto<SessionDto>> {
    return mapPage(await this.sessions.listSessions(project, sort, page), toSessionDto);
  }

  async get(id: number): Promise<SessionDto> {
    return toSessionDto(found(await this.sessions.findSession(id), 'session'));
  }
}

function toNewSession(input: SessionSummaryInputDto, source: WriteSource): NewSession {
  return {
    summary: input.summary,
    projects_touched: joinList(input.projects_touched ?? ''),
    decisions_made: joinList(input.decisions_made ?? ''),
    tasks_completed: joinList(input.tasks_completed ?? ''),
    tasks_created: joinList(input.tasks_created ?? ''),
    mood: input.mood ?? null,
    ...written(source),
  };
}
