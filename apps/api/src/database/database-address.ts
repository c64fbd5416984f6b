/** Where a database is: what requests use, and the way past a pooler that migrations and live events use. */
export interface DatabaseAddress {
  url: string;
  direct_url: string;
}

/** Whether requests reach the database through a pooler. */
export function isPooled({ url, direct_url }: DatabaseAddress): boolean {
  return url !== direct_url;
}
