/** The cost parameters of Argon2id. */
export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** RFC 9106's second choice: 64 MiB and three passes, about 150 ms on a small server. */
export const PASSWORD_COST: PasswordCost = { memory: 65_536, passes: 3, parallelism: 1 };
