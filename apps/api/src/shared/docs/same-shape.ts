/**
 * Whether two types have the same fields of the same types. Written as `true satisfies SameShape<A, B>`
 * below a documented class, it stops the type check when the class and the shared DTO drift apart.
 */
export type SameShape<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? keyof A extends keyof B
      ? true
      : false
    : false
  : false;
