/**
 * Whether two types have the same fields and types. `true satisfies SameShape<A, B>` below a documented class fails the
 * type check if the class and the shared DTO differ.
 */
export type SameShape<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? keyof A extends keyof B
      ? true
      : false
    : false
  : false;
