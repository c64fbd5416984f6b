import { parse } from 'node:querystring';

/** Marks a query whose percent-encoding is not UTF-8. The parser would keep it literally. */
const UNDECODABLE = Symbol('undecodable query');

type Query = Record<string, string | string[] | undefined>;

/** Parses a query for the router, which accepts no error, so `isUndecodable()` reports it later. */
export function parseQuery(text: string): Query {
  const query = parse(text, '&', '=', { maxKeys: 1_000 });
  return isDecodable(text) ? query : Object.assign(query, { [UNDECODABLE]: true });
}

export function isUndecodable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && UNDECODABLE in query;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
