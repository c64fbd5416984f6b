import { codePoints } from '../forms/context-form';

/*
 * What a text costs a model, in quarters of a token: a letter of ASCII one, of another alphabet two, of Chinese, Japanese and
 * Korean four. In a run without a space, such as a key or a base64 text, each costs at least two from the 40th letter on
 * backwards: the whole run does.
 */

export const QUARTERS_PER_TOKEN = 4;

const LONG_RUN = 40;
const IN_LONG_RUN = 2;
const SPACE = /\s/u;
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** Counts the characters of a text one by one. */
class Counter {
  total = 0;
  private run = 0;
  private runCost = 0;
  private longRunCost = 0;

  add(character: string): void {
    const cost = costOf(character);
    if (character <= ' ' || (character >= '\u0080' && SPACE.test(character))) {
      this.run = this.runCost = this.longRunCost = 0;
      this.total += cost;
      return;
    }
    const before = this.run >= LONG_RUN ? this.longRunCost : this.runCost;
    this.run++;
    this.runCost += cost;
    this.longRunCost += Math.max(cost, IN_LONG_RUN);
    this.total += (this.run >= LONG_RUN ? this.longRunCost : this.runCost) - before;
  }
}

function costOf(character: string): number {
  if (character < '\u0080') return 1;
  return IDEOGRAPH.test(character) ? 4 : 2;
}

function quartersOf(text: string): number {
  const counter = new Counter();
  for (const character of text) counter.add(character);
  return counter.total;
}

/** How many UTF-16 units of a text fit into a cost, without splitting a code point. */
function unitsWithin(text: string, cost: number): number {
  const counter = new Counter();
  let units = 0;
  for (const character of text) {
    counter.add(character);
    if (counter.total > cost) break;
    units += character.length;
  }
  return units;
}

function unitsOfCharacters(text: string, cost: number): number {
  let units = 0;
  for (const character of text) {
    if (cost-- <= 0) break;
    units += character.length;
  }
  return units;
}

/** Counts the cost of a text, and finds the part that fits into a cost. */
export const AS_MODELS = { count: quartersOf, unitsWithin };
export const AS_CHARACTERS = { count: codePoints, unitsWithin: unitsOfCharacters };
