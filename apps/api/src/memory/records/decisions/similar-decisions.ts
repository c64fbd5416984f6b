import { beginning, wordsIn } from '@groupless/shared-dto/memory/recall/recalled';
import { saysNothing } from '@groupless/shared-dto/memory/recall/request-words';

export interface SaidDecision {
  id: number;
  text: string;
}

const LEAST_LETTERS = 3;
/** How much of the words of the shorter one both must have, each by its rarity. */
const LEAST_SHARE = 0.24;
const MOST = 5;

/**
 * Decisions that may be about what a new one decides, the most similar first: those that share much of its words, or of theirs.
 * Whether they contradict it is for a reader to say.
 */
export function similarDecisions<Standing extends SaidDecision>(
  news: readonly SaidDecision[],
  standing: readonly Standing[],
): Standing[] {
  const wordsOfStanding = standing.map(({ text }) => aboutOf(text));
  const wordsOfNews = news.map(({ text }) => aboutOf(text));
  const rows = [...wordsOfStanding, ...wordsOfNews];
  const counts = new Map<string, number>();
  for (const words of rows) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + Math.log(1 + rows.length / (counts.get(word) ?? 1)), 0);
  const likeness = (one: Set<string>, other: Set<string>) => {
    const least = Math.min(weightOf(one), weightOf(other));
    return least === 0 ? 0 : weightOf(one.intersection(other)) / least;
  };
  return standing
    .map((decision, place) => {
      const own = wordsOfStanding[place] ?? new Set<string>();
      return { decision, share: Math.max(0, ...wordsOfNews.map((words) => likeness(words, own))) };
    })
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST)
    .map(({ decision }) => decision);
}

/** The beginnings of the words that say what a text is about. */
function aboutOf(text: string): Set<string> {
  const saying = wordsIn(text)
    .split(' ')
    .filter((word) => word.length >= LEAST_LETTERS && !saysNothing(word));
  return new Set(saying.map(beginning));
}
