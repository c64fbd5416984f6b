/** One page of a list that grows. Pages follow each other by `cursor`, never by number. */
export interface PageDto<Item> {
  items: Item[];
  /** For the next page; null on the last one. */
  next_cursor: string | null;
  /** Counted up to LIMITS.page.counted. */
  total: number;
  /** Whether `total` is all there is, rather than where counting stopped. */
  total_is_exact: boolean;
}
