import {
  ABSOLUTE_TIMES,
  EVENT_PHRASE,
  NO_LETTER_BEFORE,
  RELATIVE_TIMES,
  RUSSIAN_EVENT_PHRASES,
  TIME_PREPOSITIONS,
  timePhrase,
} from '@groupless/shared-dto/memory/time-phrases';

/**
 * Words of a request that say that something is asked for, and not what: verbs of everyday, words of politeness and of
 * time. The memory has them in many rows, and none of these is meant. English, German and Russian.
 */
const WORDS =
  'again also already always any anything around ask back begin best bring call called can change check choose choice chose chosen continue ' +
  'come could decide decided did does done every everything find fine first follow gave get give given go goes going good got great ' +
  'handle happen happened have hello help helped hold holds how just keep keeps kept know large last leave left let like live lives ' +
  'long look looks made make makes many may maybe mean might much must name named need needed needs never new nice normal normally ' +
  'now ok once our own please possible put reach really recall remember right run runs said same say see send sends ' +
  'set shall should show some something start still stop store take taken tell thank thanks that thing things think this time told ' +
  'try under untested usual usually use used uses using want wanted wants was way went what when where which who why will with without ' +
  'work works would write yes you your ' +
  'aber bitte danke das dein den der dem des die dies diese doch ein eine einen er es für gibt haben hat ich ihr im in ist ja kann ' +
  'können man mein mit nach nein nicht noch nun ob oder sich sie sind soll sollen und uns unser unsere vom von wann war warum was ' +
  'welche welcher welches wer wie wieder wir wird wo zu zum zur ' +
  'а без бы был была было быть в во вот все где да для до его если есть еще ещё же за и из или их к как какая какие каким какой каком ' +
  'когда кто куда ли мне можно мы на надо наш наша не нет но ну о об он она они от по под пожалуйста почему при с сейчас со спасибо ' +
  'так также такой там теперь то того тоже только ты у уже что чтобы эта это этот я';

const REQUEST_WORDS = new Set(WORDS.split(' '));

const A_TIME = timePhrase(
  [...Object.values(RELATIVE_TIMES), ...Object.values(ABSOLUTE_TIMES)].join('|'),
).source;
const WITH_PREPOSITION = `(?:(?:${TIME_PREPOSITIONS}) (?:the )?)?${A_TIME}`;

/** Times are left as they stand, with the word before them: without it "in May" names none. */
const TIMES = new RegExp(
  `${NO_LETTER_BEFORE}(?:${[WITH_PREPOSITION, EVENT_PHRASE, ...RUSSIAN_EVENT_PHRASES.map(({ phrase }) => phrase)].join('|')})`,
  'giu',
);

/** The words of a request that may stand in what is looked for, as they were written, and the times that it names. */
export function askedWords(request: string): string[] {
  const text = request.replaceAll(/\s+/gu, ' ');
  const asked: string[] = [];
  let from = 0;
  for (const { 0: phrase, index } of text.matchAll(TIMES)) {
    asked.push(...wordsIn(text.slice(from, index)), phrase);
    from = index + phrase.length;
  }
  return [...asked, ...wordsIn(text.slice(from))];
}

function wordsIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}._/:@-]*/gu) ?? [];
  return words
    .map((word) => word.replace(/[._/:@-]+$/, ''))
    .filter((word) => word !== '' && !REQUEST_WORDS.has(word.toLowerCase()));
}
