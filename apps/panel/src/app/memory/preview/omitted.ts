/** Something that a context leaves out. */
export interface Omission {
  /** A list of the context, or `cut` for shortened texts. */
  what: string;
  count: number;
}

/** Reads `state=12, people=3, cut=4`, or `none`. */
export function omissionsOf(header: string | null): Omission[] {
  return [...(header ?? '').matchAll(/(\w+)=(\d+)/g)].map(([, what = '', count]) => ({
    what,
    count: Number(count),
  }));
}
