import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors/app-error';
import { toProblem } from '../platform/errors/problem';
import { toAppError } from '../platform/errors/to-app-error';
import { html } from '../shared/html/html';
import { pageAnswer } from './html/frame';
import { plainVisit } from './visit.service';

/** Shows visitors every error as a page in their language, which says nothing of the business. */
@Catch()
export class PageFilter implements ExceptionFilter {
  private readonly log = new Logger(PageFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const refusal = toAppError(error);
    if (refusal === null || refusal.code === 'database_unavailable') this.log.error(error);
    const known = refusal ?? new AppError('internal_error', 'The page could not be shown.');
    const { status, code } = toProblem(known, request.id);
    reply.error_code = code;
    const visit = plainVisit(request);
    const { texts } = visit;
    const words: Partial<Record<string, [heading: string, help: string]>> = {
      not_found: [texts.not_found, texts.not_found_help],
      too_many_requests: [texts.not_sent, texts.too_many],
    };
    const [heading, help] = words[code] ?? [texts.not_sent, texts.failed];
    const content = html`<p class="tell">${help}</p>`;
    const { body, headers } = pageAnswer(visit, { status, heading, content, path: null });
    void reply
      .code(status)
      .headers({ ...headers, ...known.extras.headers })
      .send(body);
  }
}
