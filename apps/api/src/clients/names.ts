/** Salutations and academic titles, folded. */
const NOT_NAMES = new Set(
  (
    'mr mrs ms miss mx sir madam herr herrn hr frau fr dr prof mag ing dipl med univ mba msc bsc phd jun sen ' +
    'pan pani m mme mlle sr sra sig signora g-n g-za gospodin gospoza господин госпожа г-н г-жа'
  ).split(' '),
);

/** The words of a name without salutations and punctuation; all words if nothing else is left. */
export function nameWords(name: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[\s,;]+/u)
    .map((word) => word.replace(/^[.:()"“”]+|[.:()"“”]+$/gu, ''))
    .filter((word) => word !== '');
  const names = words.filter((word) => !NOT_NAMES.has(word));
  return names.length > 0 ? names : words;
}

/**
 * Whether two names, folded by `sort_name()`, are taken for the same person's: of one with at least two words, all may be in the
 * other. What has no letters, such as a number in place of a name, is nobody's name.
 */
export function areOnePerson(a: string, b: string): boolean {
  if (![a, b].every((name) => /\p{L}/u.test(name))) return true;
  const fewest = Math.min(...[a, b].map((name) => new Set(nameWords(name)).size));
  const fit = nameFit(a, b);
  return fit === 2 || (fit === 1 && fewest >= 2);
}

/** Müller, Mueller and Muller are one name: the first is folded to the last. */
function spelledAlike(word: string): string {
  return word.replaceAll(/([aou])e/g, '$1');
}

/**
 * How well two names match, folded by `sort_name()`: 2 for the same words in any order, 1 if all words of one are in
 * the other, otherwise 0.
 */
export function nameFit(a: string, b: string): 0 | 1 | 2 {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  if (fewer.size === 0 || ![...fewer].every((word) => more.has(word))) return 0;
  return fewer.size === more.size ? 2 : 1;
}

function wordsOf(name: string): Set<string> {
  return new Set(nameWords(name).map(spelledAlike));
}
