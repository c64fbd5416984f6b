import { LIMITS } from '../../limits';
import type { MemorySearchQueryDto } from '../memory-search';
import {
  ABSOLUTE_TIMES,
  EVENT_PHRASE,
  NO_LETTER_BEFORE,
  RELATIVE_TIMES,
  RUSSIAN_EVENT_PHRASES,
  TIME_PREPOSITIONS,
  timePhrase,
} from '../time-phrases';

/**
 * Words of a request that say that something is asked for, and not what: verbs of everyday, words of politeness and of
 * time. The memory has them in many rows, and none of these is meant. English, German and Russian.
 */
const WORDS =
  'again also already always any anything around ask back begin best bring called can change check choose choice chose chosen continue ' +
  'come could decide decided did does done else every everything find fine first follow gave get give given go goes going good got great ' +
  'handle happen happened have hello help helped hold holds how just keep keeps kept know large last leave left let like live lives ' +
  'long look looks made make makes many may maybe mean might much must name named need needed needs never new nice normal normally ' +
  'now ok once our own please possible put reach really recall remember right run runs said same say see send sends ' +
  'set shall should show some somebody something start still stop store take taken takes tell thank thanks that thing things think this time told ' +
  'try under untested usual usually use used uses using want wanted wants was way went what when where which who why will with without ' +
  'work works would write yes you your ' +
  'aber bei bekommt bitte danke darf das dein den der dem des die dies diese doch ein eine einen er es für gibt haben hat ich ihr im in ist ja kann ' +
  'können lange mach machen man mein mit nach nein nicht noch nun ob offen oder sich sie sind soll sollen und uns unser unsere vom von wann war warum was ' +
  'welche welcher welches wer wie wieder wir wird wo zu zum zur ' +
  'а без бы был была было быть в во вот все где давай да для до его должен должна должно должны если есть еще ещё же за и из или их к как какая какие каким какой каком ' +
  'когда кто куда ли мне можно мы на над надо наш наша не нет но ну о об он она они от по под пожалуйста почему при с сделай сделать сейчас сколько со спасибо ' +
  'так также такой там теперь то того тоже только ты у уже что чтобы эта это этот я';

const setOf = (words: string) => new Set(words.split(' '));
const REQUEST_WORDS = setOf(WORDS);

/** Words that ask what was, and those that say that something happened, in English, German and Russian. */
const WHAT_WAS = [
  ['what which', 'did done was were decided happened changed worked discussed'],
  [
    'was woran worüber welche',
    'war waren gemacht getan entschieden beschlossen passiert geschehen gearbeitet besprochen',
  ],
  ['что чем чём', 'было были делали сделали решили решено произошло случилось изменилось работали обсуждали'],
].map(([what = '', was = '']) => [setOf(what), setOf(was)] as const);

/** Words that the search does not look for either, that are in each memory of programmers, or that say that something happened. */
const STOP_WORDS = new Set([
  ...setOf('bug bugs code error errors fail fails failed file files test tests'),
  ...setOf(
    'a about am an and are as at be been but by do for from had has he her him his i if in into is it its let me more my no not of off ' +
      'on or out over she so than the their them then there these they those to too up us very we were',
  ),
  ...WHAT_WAS.flatMap(([, was]) => [...was]),
]);

/** One of the first words of a question. */
const GERMAN_QUESTION_WORDS = setOf('was welche welcher welches welchen welchem wer wie wo wann warum');
const QUESTION_WORDS = new Set([
  ...setOf('what which who whose how where when why'),
  ...GERMAN_QUESTION_WORDS,
  ...setOf('что какой какая какое какие каком кто как где когда почему сколько'),
]);
const FIRST_WORDS = 2;
/** A request of fewer words, or times, says too little. */
const LEAST_WORDS = 2;

const A_TIME = timePhrase(
  [...Object.values(RELATIVE_TIMES), ...Object.values(ABSOLUTE_TIMES)].join('|'),
).source;
const WITH_PREPOSITION = `(?:(?:${TIME_PREPOSITIONS}) (?:the |de[mnr] )?)?${A_TIME}`;

/** Times are left as they stand, with the word before them: without it "in May" names none. */
const TIMES = new RegExp(
  `${NO_LETTER_BEFORE}(?:${[WITH_PREPOSITION, EVENT_PHRASE, ...RUSSIAN_EVENT_PHRASES.map(({ phrase }) => phrase)].join('|')})`,
  'giu',
);

/** What is asked of the memory. */
export interface RecallQuery {
  /** The words of a request that may stand in what is looked for, as they were written, and the times that it names. */
  q: string;
  /** Whether it is but a time. */
  isTime: boolean;
  isQuestion: boolean;
  /** Words that are written as names, in lower case. */
  names: string[];
}

/** Some hits were told already, or are no more than an extract. */
const ASKED_HITS = 12;

/**
 * The searches that together answer a request: of its project's rows, and of people, who belong to all projects as does the state of none.
 * @param project null: it is not known
 */
export function recallSearches({ q, isTime }: RecallQuery, project: string | null): MemorySearchQueryDto[] {
  const asked = { q, limit: ASKED_HITS };
  // Of a time: what has another date than that of its last change.
  const kind = isTime ? 'session,decision' : 'session,task,state,decision,chat';
  return [
    ...(project === null ? [] : [{ ...asked, kind, project, around: 1 }]),
    ...(isTime ? [] : [{ ...asked, kind: 'person' }]),
  ];
}

/** Null if a request says nothing that can be found. Commands are not searched for, nor single words. */
export function recallQueryOf(prompt: string): RecallQuery | null {
  // One with a whole log in it names at its beginning what it is about.
  const text = prompt.trim().slice(0, LIMITS.recall_prompt.max);
  return text.startsWith('/') ? null : askedOf(text.replaceAll(/\p{C}/gu, ' ').toWellFormed());
}

/**
 * Null if a request says nothing that can be found. A time alone is looked for where the request asks what was then: "do it today" says
 * when, and not what.
 */
function askedOf(request: string): RecallQuery | null {
  const text = request.replaceAll(/\s+/gu, ' ');
  const times = [...text.matchAll(TIMES)];
  const parts: string[] = [];
  const words: string[] = [];
  const add = (from: number, to?: number) => {
    const added = wordsIn(text.slice(from, to));
    words.push(...added.map((word) => word.toLowerCase()));
    parts.push(...added.filter((word) => !REQUEST_WORDS.has(word.toLowerCase())));
  };
  let end = 0;
  for (const { 0: phrase, index } of times) {
    add(end, index);
    parts.push(phrase);
    end = index + phrase.length;
  }
  add(end);
  if (words.filter((word) => word.length > 2).length + times.length < LEAST_WORDS) return null;
  const isTime = words.every(saysNothing);
  if (isTime && (times.length === 0 || !asksWhatWas(words))) return null;
  return {
    q: [...(isTime ? times.map(([phrase]) => phrase) : parts).join(' ')].slice(0, LIMITS.search.max).join(''),
    isTime,
    isQuestion: text.endsWith('?') || words.slice(0, FIRST_WORDS).some((word) => QUESTION_WORDS.has(word)),
    names: namesIn(text),
  };
}

/** Words with a capital within a sentence. German writes each noun so: there it has to be within the word. */
function namesIn(text: string): string[] {
  const [first = '', ...words] = wordsIn(text);
  const isGerman = [first, ...words]
    .slice(0, FIRST_WORDS)
    .some((word) => GERMAN_QUESTION_WORDS.has(word.toLowerCase()));
  const isName = (word: string) => (isGerman ? /\p{L}\p{Lu}/u : /\p{Lu}/u).test(word);
  const names = [...words.filter(isName), ...(/\p{L}\p{Lu}/u.test(first) ? [first] : [])];
  return names.map((word) => word.toLowerCase()).filter((word) => !saysNothing(word));
}

/** Whether a word, in lower case, is in no row because of what is meant. */
export function saysNothing(word: string): boolean {
  return REQUEST_WORDS.has(word) || STOP_WORDS.has(word);
}

function asksWhatWas(words: readonly string[]): boolean {
  return WHAT_WAS.some(([what, was]) => {
    const place = words.findIndex((word) => what.has(word));
    return place >= 0 && words.slice(place).some((word) => was.has(word));
  });
}

function wordsIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}._/:@-]*/gu) ?? [];
  return words.map((word) => word.replace(/[._/:@-]+$/, '')).filter((word) => word !== '');
}
