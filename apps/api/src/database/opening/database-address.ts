/** The URLs of a database: `url` for requests, `direct_url` past a pooler, for migrations and live events. */
export interface DatabaseAddress {
  url: string;
  direct_url: string;
  /** With the role that owns the tables, for migrations, backup and restore. By default `direct_url`. */
  owner_url?: string;
}

export function ownerUrl({ owner_url, direct_url }: DatabaseAddress): string {
  return owner_url ?? direct_url;
}

/** Whether requests reach the database through a pooler. */
export function isPooled({ url, direct_url }: DatabaseAddress): boolean {
  return url !== direct_url;
}
