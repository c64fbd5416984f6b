const MOST_COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Whether the password is among the 10,000 commonest, in capitals or not. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when first needed: the list costs 30 ms and some megabytes that most starts never use.
  return (await (common ??= load())).has(password.toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // It begins with the commonest, all in small letters.
  return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON));
}
