const MOST_COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Whether the password is one of the 10,000 most common, in any case, or repeats one of them. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded lazily, because the list takes 30 ms and some megabytes.
  const known = await (common ??= load());
  const lower = password.toLowerCase();
  return known.has(lower) || repeatedParts(lower).some((part) => known.has(part));
}

/** Common ones that the list lacks, since it has no letters but those of English. */
const ELSEWHERE = (
  'пароль пароли привет любовь йцукен йцукенг йцукенгшщзхъ фывапролджэ ячсмит наташа максим марина солнышко люблю россия москва админ ' +
  'администратор qwertz qwertzui qwertzuiop azertyuiop willkommen kennwort zugang geheimnis sonnenschein liebling ' +
  'contrasena contrasenya bienvenido bienvenue motdepasse administrator administrador'
).split(' ');
const FEWEST_LETTERS = 4;

/**
 * Whether what is left of a password without blanks, accents, and the digits and signs at its ends is a common one, or a name:
 * `Passwort1234!`, `Praxis2026`. What only holds such a word is none.
 * @param names of the business, the person and their kind
 */
export async function isGuessable(password: string, names: readonly string[]): Promise<boolean> {
  const letters = lettersOf(password);
  if ([...letters].length < FEWEST_LETTERS) return false;
  const guessed = [...ELSEWHERE.flatMap(spellings), ...names.flatMap(partsOf).flatMap(spellings)];
  return guessed.includes(letters) || isCommonPassword(letters);
}

function lettersOf(text: string): string {
  return folded(text)
    .replaceAll(/\s/g, '')
    .replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** The whole, of an email what stands before the sign, and each word of four letters and more. */
function partsOf(name: string): string[] {
  const words = name.split(/[^\p{L}\p{M}\d]+/u);
  return [...name.split('@'), name, words.join(''), ...words].filter(
    (part) => [...lettersOf(part)].length >= FEWEST_LETTERS,
  );
}

/** `Mödling` is typed `modling` or `moedling`. */
function spellings(name: string): string[] {
  const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
  const german = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter);
  return [lettersOf(name), lettersOf(german)];
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
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
