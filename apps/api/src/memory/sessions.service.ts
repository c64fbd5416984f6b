import { Injectable } from '@nestjs/common';
import type { SessionSummaryInputDto } from '@groupless/shared-dto';
import { AppError } from '../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import { joinList } from '../shared/validation/fields';
import { SessionsRepository, type NewSession } from './sessions.repository';

@Injectable()
export class SessionsService {
  constructor(private readonly sessions: SessionsRepository) {}

  /**
   * Stores a summary, dated now. With a key, a repeat within a day answers the first one.
   * @returns a `SessionSummaryResultDto` as JSON
   * @throws AppError `idempotency_key_reused`
   */
  async store(
    input: SessionSummaryInputDto,
    idempotency_key: string | null,
  ): Promise<{ created: boolean; json: JsonText }> {
    const session = toNewSession(input);
    const { row, created, same } =
      idempotency_key === null
        ? await this.sessions.insertSession(session)
        : await this.sessions.insertSessionOnce(session, idempotency_key);
    if (!same) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key came with another body in the last 24 hours.',
      );
    }
    return {
      created,
      json: jsonObject({ result: toJsonText(created ? 'created' : 'exists'), session: row }),
    };
  }
}

function toNewSession(input: SessionSummaryInputDto): NewSession {
  return {
    summary: input.summary,
    projects_touched: joinList(input.projects_touched ?? ''),
    decisions_made: joinList(input.decisions_made ?? ''),
    tasks_completed: joinList(input.tasks_completed ?? ''),
    tasks_created: joinList(input.tasks_created ?? ''),
    mood: input.mood ?? null,
  };
}
