/** Where a database is: what requests use, and the way past a pooler that migrations and live events use. */
export interface DatabaseAddress {
  url: string;
  direct_url: string;
  /** As the role that owns the tables, to migrate, back up and restore. By default `direct_url`. */
  owner_url?: string;
}

export function ownerUrl({ owner_url, direct_url }: DatabaseAddress): string {
  return owner_url ?? direct_url;
}

/** Whether requests reach the database through a pooler. */
export function isPooled({ url, direct_url }: DatabaseAddress): boolean {
  return url !== direct_url;
}
