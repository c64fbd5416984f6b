import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answer, JSON_TYPE, Versioned } from '../answer';
import { matchesEntityTag } from '../headers/entity-tag';

const SHORT = 16_384;
const NO_CONTENT = 204;

type Reply = FastifyAdapter['reply'];

/**
 * Sends the `Answer` that a handler returns, or 304 if `If-None-Match` names its tag. The version of a `Versioned` is its
 * tag, for `If-Match`, too.
 */
export class AnsweringAdapter extends FastifyAdapter {
  override reply(...[response, value, status]: Parameters<Reply>): ReturnType<Reply> {
    const answer: unknown = value instanceof Versioned ? value.toAnswer(200) : value;
    if (!(answer instanceof Answer)) return super.reply(response, answer, status);
    // Does not return the reply, because the framework would wait until the last byte is sent.
    return send(answer, response as FastifyReply) as unknown as ReturnType<Reply>;
  }
}

/** @returns a promise if the body is loaded first */
function send({ status, headers, body }: Answer, reply: FastifyReply): Promise<void> | undefined {
  const { request } = reply;
  const { 'content-type': type = JSON_TYPE, 'content-encoding': coding, ...others } = headers;
  void reply.headers(others);
  if (isReading(request) && hasAlready(request, others['etag'])) {
    void reply.code(304).send();
    return undefined;
  }
  if (status === NO_CONTENT) {
    void reply.code(status).send();
    return undefined;
  }
  void reply.code(status).type(type);
  if (coding !== undefined) void reply.header('content-encoding', coding);
  if (typeof body === 'function') return body().then((made) => void reply.send(made));
  // HEAD has no body, and some streams never end.
  const isUnread = typeof body !== 'string' && request.method === 'HEAD';
  if (isUnread) body.destroy();
  void reply.send(isUnread ? undefined : typeof body === 'string' ? inOnePiece(body) : body);
  return undefined;
}

/**
 * Node sends a short text together with the headers. For a long one this needs a copy that costs more than it saves.
 */
function inOnePiece(text: string): string | Buffer {
  return text.length > SHORT ? Buffer.from(text) : text;
}

/** Only reads can be 304. */
function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hasAlready({ headers }: FastifyRequest, tag: string | undefined): boolean {
  return tag !== undefined && matchesEntityTag(headers['if-none-match'], tag);
}
