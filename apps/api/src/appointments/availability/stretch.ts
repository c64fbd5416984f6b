/** A stretch of time in milliseconds since 1970; its end is no longer part of it. */
export interface Stretch {
  start: number;
  end: number;
}
