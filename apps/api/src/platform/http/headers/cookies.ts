import type { FastifyRequest } from 'fastify';

/** A cookie with `HttpOnly` and `SameSite=Strict`. */
export interface PrivateCookie {
  name: string;
  /** Letters, digits, `.`, `-` and `_` only. */
  value: string;
  path: string;
  /** 0: the browser deletes it. */
  max_age_s: number;
  /** Whether it is sent over https only. */
  secure: boolean;
}

/** The value of a `Set-Cookie` header. */
export function setCookie({ name, value, path, max_age_s, secure }: PrivateCookie): string {
  const attributes = [`Path=${path}`, `Max-Age=${max_age_s}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${name}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}

/** The value of the request's first cookie with that name. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
