const MOST_COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Whether the password is among the 10,000 commonest, in capitals or not, or a repetition of one of them. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when first needed: the list costs 30 ms and some megabytes that most starts never use.
  const known = await (common ??= load());
  const lower = password.toLowerCase();
  return known.has(lower) || known.has(repeatedPart(lower));
}

/** The unit that a password repeats, `password` of `passwordpassword`; the whole password if it repeats none. */
function repeatedPart(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // It begins with the commonest, all in small letters.
  return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON));
}
