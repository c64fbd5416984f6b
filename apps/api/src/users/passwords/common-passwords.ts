const MOST_COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Whether the password is among the 10,000 commonest, in capitals or not, or one of them again and again. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when first needed: the list costs 30 ms and some megabytes that most starts never use.
  const known = await (common ??= load());
  const lower = password.toLowerCase();
  return known.has(lower) || known.has(repeatedPart(lower));
}

/** Of `passwordpassword` the one `password`; all of what does not repeat itself. */
function repeatedPart(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // It begins with the commonest, all in small letters.
  return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON));
}
