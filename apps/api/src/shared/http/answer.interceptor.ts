import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Answer, JSON_TYPE } from './answer';
import { matchesEntityTag } from './entity-tag';

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
  const { 'content-type': type = JSON_TYPE, ...headers } = answer.headers;
  void reply.headers(headers);
  const tag = headers['etag'];
  if (tag !== undefined && matchesEntityTag(request.headers['if-none-match'], tag)) {
    void reply.code(304);
    return undefined;
  }
  void reply.code(answer.status).type(type);
  return answer.body;
}
