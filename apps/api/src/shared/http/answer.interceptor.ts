import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer';
import { matchesEntityTag } from './entity-tag';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends what handlers return as an `Answer`; a caller who has the tagged body already gets 304 in its stead. */
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next
      .handle()
      .pipe(map((value: unknown) => (value instanceof Answer ? send(value, request, reply) : value)));
  }
}

function send(answer: Answer, request: FastifyRequest, reply: FastifyReply): string | undefined {
  void reply.headers(answer.headers);
  const tag = answer.headers['etag'];
  if (tag !== undefined && matchesEntityTag(request.headers['if-none-match'], tag)) {
    void reply.code(304);
    return undefined;
  }
  void reply.code(answer.status).type(JSON_TYPE);
  return answer.body;
}
