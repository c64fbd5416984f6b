import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answer, JSON_TYPE } from './answer';
import { matchesEntityTag } from './entity-tag';

const SHORT = 16_384;

type Reply = FastifyAdapter['reply'];

/** Sends what handlers return as an `Answer`; a caller who has the tagged body already gets 304 in its stead. */
export class AnsweringAdapter extends FastifyAdapter {
  override reply(...[response, value, status]: Parameters<Reply>): ReturnType<Reply> {
    if (!(value instanceof Answer)) return super.reply(response, value, status);
    // Not the reply itself: the framework would wait until the last byte is sent.
    return send(value, response as FastifyReply) as unknown as ReturnType<Reply>;
  }
}

/** @returns a promise where the body is still to be made */
function send({ status, headers, body }: Answer, reply: FastifyReply): Promise<void> | undefined {
  const { request } = reply;
  const { 'content-type': type = JSON_TYPE, 'content-encoding': coding, ...others } = headers;
  void reply.headers(others);
  if (isReading(request) && hasAlready(request, others['etag'])) {
    void reply.code(304).send();
    return undefined;
  }
  void reply.code(status).type(type);
  if (coding !== undefined) void reply.header('content-encoding', coding);
  if (typeof body === 'function') return body().then((made) => void reply.send(made));
  // Nobody would read it, and some streams have no end.
  const is_unread = typeof body !== 'string' && request.method === 'HEAD';
  if (is_unread) body.destroy();
  void reply.send(is_unread ? undefined : typeof body === 'string' ? inOnePiece(body) : body);
  return undefined;
}

/** A short text leaves together with the headers; of a long one that would make a copy, which costs more than it saves. */
function inOnePiece(text: string): string | Buffer {
  return text.length > SHORT ? Buffer.from(text) : text;
}

/** What has changed something is answered in full, whatever the caller knew before. */
function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hasAlready({ headers }: FastifyRequest, tag: string | undefined): boolean {
  return tag !== undefined && matchesEntityTag(headers['if-none-match'], tag);
}
