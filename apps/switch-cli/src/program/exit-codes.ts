/** What the process says by its exit code. */
export const EXIT = {
  done: 0,
  failure: 1,
  usage: 2,
  not_authorised: 3,
  nothing_to_write: 4,
  no_answer: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
