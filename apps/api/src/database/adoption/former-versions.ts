/** How a database from before version 1.0.0 is brought to 1.0.0, whose one migration made all that many had made before. */
export interface FormerVersions {
  /** The migrations of the oldest database that is adopted: how many there were, and the last of them. */
  oldest: { count: number; last: string };
  /** What came after it, in this order. A step is left out where its migration ran. */
  steps: FormerStep[];
}

export interface FormerStep {
  /** The migration of a version before 1.0.0 that did this; null if none did. */
  migration: string | null;
  sql: string;
}
