/** A column of a data table. */
export interface Column {
  id: string;
  /** Key of the text. */
  label: string;
  /** A track of a CSS grid: `2fr`, `minmax(120px, 1fr)`, `96px`. */
  width: string;
  /** What the list's `sort` is called upwards and downwards; without them it cannot be sorted by. */
  sort?: { ascending?: string; descending?: string };
  /** Whether it can be hidden. */
  canHide?: boolean;
  isHiddenAtFirst?: boolean;
  align?: 'start' | 'end';
  /** Left out while the table is narrower than this many pixels. */
  fromPx?: number;
}

/** A table narrower than this has a drawer beside it, or little room for other reasons. */
export const BESIDE_PX = 700;

/** What a header's click sorts by next. */
export function nextSort({ sort }: Column, present: string): string | null {
  if (sort === undefined) return null;
  const { ascending, descending } = sort;
  if (ascending !== undefined && present !== ascending) return ascending;
  return descending ?? ascending ?? null;
}

/** `aria-sort` of a header; null: it cannot be sorted by. */
export function ariaSort({ sort }: Column, present: string): 'ascending' | 'descending' | 'none' | null {
  if (sort === undefined) return null;
  if (present === sort.ascending) return 'ascending';
  return present === sort.descending ? 'descending' : 'none';
}
