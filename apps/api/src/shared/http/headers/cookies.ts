import type { FastifyRequest } from 'fastify';

/** A cookie that scripts cannot read and other sites cannot make a browser send. */
export interface PrivateCookie {
  name: string;
  /** Letters, digits and `.`, `-`, `_` alone. */
  value: string;
  path: string;
  /** 0: the browser deletes it. */
  max_age_s: number;
  /** Whether it is sent by https alone. */
  secure: boolean;
}

/** The value of a `Set-Cookie` header. */
export function setCookie({ name, value, path, max_age_s, secure }: PrivateCookie): string {
  const attributes = [`Path=${path}`, `Max-Age=${max_age_s}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${name}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}

/** The value of the first cookie of that name that the request brings. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
