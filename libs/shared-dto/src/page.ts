/** One page of a list that grows. Pages follow each other by `cursor`, never by number. */
export interface PageDto<Item> {
  items: Item[];
  /** For the next page; null on the last. */
  next_cursor: string | null;
  /** Counted up to 10000. */
  total: number;
  /** Whether `total` is all there is. */
  total_is_exact: boolean;
}
