const MOST_COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Whether the password is one of the 10,000 most common, in any case, or repeats one of them. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded lazily, because the list takes 30 ms and some megabytes.
  const known = await (common ??= load());
  const lower = password.toLowerCase();
  return known.has(lower) || known.has(repeatedPart(lower));
}

/** The repeated part: `password` of `passwordpassword`; else the whole password. */
function repeatedPart(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Sorted by frequency, in lower case.
  return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON));
}
