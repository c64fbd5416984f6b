/** A typed number, without the words beside it. */
export interface WrittenNumber {
  /** With its punctuation. */
  number: string;
  /** Digits to dial after it. */
  extension: string | null;
}

/** Longer texts are not searched for a number. */
const LONGEST = 600;

/** Normalises characters and removes invisible ones, which come along when a number is copied. */
export function plainText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim()
      // With which a spreadsheet keeps a number as text.
      .replace(/^'(?=[\d(+])/, '')
  );
}

/** A local number with its country (RFC 3966). */
const IN_CONTEXT = /^(?:tel:)?([^;]+);(?:.*;)?phone-context=(\+\d+)/i;

/**
 * `tel:0170-555;phone-context=+49` as `+490170-555`; null for a number without a context. libphonenumber-js reads the
 * context, too, but only at every second call: it keeps the state of a global expression.
 */
export function contextNumber(text: string): string | null {
  const [, number, context] = IN_CONTEXT.exec(text) ?? [];
  return number === undefined || context === undefined ? null : `${context}${number}`;
}

/** `DW`, `Kl.`: in Austria; `доб.`: in Russian. */
const EXTENSION =
  /^(.*?\d)[\s.,;)]*(?:ext(?:ension|n)?|dw|durchwahl|kl(?:appe)?|nst|доб(?:авочный)?|#|x)[\s.:=]*(\d{1,10})(?!\d)(.*)$/isu;
const RUN = /\+?\(?\d[\d\s().\-/]*\d|\+?\d/g;
/** Words that may stand beside a number: a label, a name, a remark. */
const WORDS = /^[\p{L}\p{M}\s:,;.()'’"\-–&]*$/u;

/**
 * The only number in a text, without the words beside it and with its extension apart: `Mobile: 0664 123 (Mother)`,
 * `01/534 DW 22`.
 * @returns null if there is none, or more than one
 */
export function writtenNumber(text: string): WrittenNumber | null {
  if (text.length > LONGEST) return null;
  const [, before = text, extension = null, after = ''] = EXTENSION.exec(text) ?? [];
  if (!WORDS.test(after)) return null;
  const [run, ...others] = before.matchAll(RUN);
  if (run === undefined || others.length > 0) return null;
  const start = before.slice(0, run.index);
  const end = before.slice(run.index + run[0].length);
  const standsAlone = /(^|[\s:(,;])$/.test(start) && /^($|[\s),;:.(])/.test(end);
  return standsAlone && WORDS.test(start) && WORDS.test(end) ? { number: run[0], extension } : null;
}

const ZERO = /(?<=^|[\s+\d])(?:null|zero|oh|ноль)(?=[\s\d])/giu;

/**
 * A number as speech recognition writes it: `plus 43 …`, `zero 664 …`, a full stop at the end, a prefix in brackets.
 */
export function spokenNumber(text: string): string {
  if (text.length > LONGEST) return text;
  return text
    .replace(/[.,;!\s]+$/, '')
    .replace(/^plus\s*(?=\d)/i, '+')
    .replace(/^\(\s*\+\s*(\d{1,3})\s*\)/, '+$1 ')
    .replace(ZERO, '0');
}
