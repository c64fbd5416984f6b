const MOST_COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Whether the password is one of the 10,000 most common, in any case, or repeats one of them. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded lazily, because the list takes 30 ms and some megabytes.
  const known = await (common ??= load());
  const lower = password.toLowerCase();
  return known.has(lower) || repeatedParts(lower).some((part) => known.has(part));
}

/** All parts that make the password by being repeated: `ab` and `abab` of `abababab`. */
function repeatedParts(password: string): string[] {
  const parts = Array.from({ length: password.length / 2 }, (_, index) => password.slice(0, index + 1));
  return parts.filter((part) => part.repeat(password.length / part.length) === password);
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Sorted by frequency, in lower case.
  return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON));
}
