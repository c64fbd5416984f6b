const R = String.raw;

/** Words of a sentence that a pass phrase does not have. */
export const FUNCTION_WORD = R`(?:the|its?|is|in|to|of|and|or|for|not|never|must|should|from|with|are|be|on|at|by|as|this|that|you|we|keep|use|your|here|there|only|no|an|all|any|when|where|will|can|into)\b`;

/** What is said of a password, in the panel's languages: what it is like, or where it is. */
const SAID_OF_IT = [
  /^(?:n[oi]t?|comes?|reads?|stands?|lives?|never|always|still|too|in|on|at|by|of|the|an?|with|from|see|here|below|above|there|required|optional|mandatory|wrong|right|(?:in)?correct|(?:in|un)?valid|missing|empty|weak|strong|set|unset|unknown|known|secret|(?:un)?safe|default|stale|strings?|numbers?|text|null|undefined|none|true|false|void|boolean|object|values?|inputs?|fields?|vault|kept|sent|plain|basic|random|public|private|unique|short|long|easy|hard|same|different|todo|tbd|placeholder|password|passwort|first|second|option|instead|flags?|reset|gone|lost|forgotten|changeme|falsch|richtig|korrekt|leer|schwach|stark|neu|alt|kurz|lang|gleich|weg|fertig|geheim|fehlt|nicht|siehe|ver|voir|falta|см|x+|\*+|[A-Z]+_[A-Z_]+)$/i,
  /^(?:(?:un)?gültig|(?:un)?bekannt|(?:un)?sicher|nötig|notwendig|erforderlich|pflicht|eindeutig|zufällig|obligatori|incorrect|vací|débil|fuerte|necesari|opcional|nuev|viej|segur|insegur|únic|vide|faible|nécessaire|optionnel|facultatif|requis|nouveau|ancien|inconnu|manquant|обязатель|необяз|неверн|верн|правильн|неправ|пуст|слаб|сильн|нужен|нужн|нов|стар|коротк|длинн|безопас|известн|неизв|уникаль|скрыт|строка|поле|хранится|\$)/i,
  // Participles and the like.
  /(?:ed|ing|able|ible|ad[oa]s?|id[oa]s?|és?|ées?|oire|ать|ется|ются|лся|лась|ен|ён|ена|ано|ана|ют|ут|ит|ят|ный|ная|ное|т[ыоа]?)$|^[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}$|^(?:ge|ver|be|zer|ent|er|ab|aus|ein|um|über|zurück|hinter|unver)\S{2,24}(?:t|en)$/i,
];

/** Words about a password, and no password: each is known by itself, or how it ends. */
export function isNoWordAbout(found: string): boolean {
  const words = found
    .replace(/["'`«»“”„]/g, '')
    .trim()
    .split(/\s+/);
  const [first = ''] = words;
  if (/\d/.test(first) && words.length === 1) return !/^\d+$/.test(first);
  return (
    !SAID_OF_IT.some((said) => said.test(first)) &&
    !words.some((word) => new RegExp(`^${FUNCTION_WORD}$`, 'i').test(word))
  );
}
