import {
  MAIL_PLACEHOLDERS,
  type FieldErrorDto,
  type MailKind,
  type MailPlaceholder,
  type MailTextInputDto,
} from '@groupless/shared-dto';
import { oneLine } from '../../shared/one-line';

export type MailValues = Partial<Record<MailPlaceholder, string>>;

const PLACEHOLDER = /\{([a-z_]+)\}/g;
const LINK = '{link}';
/** The link of a booking is a right to change it: whoever sees the subjects of mails does not see it. */
const MANAGE = '{manage}';
/** A header that is longer is folded by programs in different ways. */
const LONGEST_SUBJECT = 200;

/** Why a text is not taken: it has placeholders that its kind has not, or a link that something touches. */
export function textFaults(kind: MailKind, input: MailTextInputDto): FieldErrorDto[] {
  const known: readonly string[] = MAIL_PLACEHOLDERS[kind];
  return Object.entries({ subject: input.subject, text: input.text }).flatMap(([field, value]) => {
    const unknown = [...value.matchAll(PLACEHOLDER)].filter(([, name = '']) => !known.includes(name));
    const names = unknown.map(([placeholder]) => placeholder).join(', ');
    const allowed = known.map((name) => `{${name}}`).join(', ');
    if (names !== '') return [fault(field, `${field} names ${names}. There are ${allowed}.`)];
    const lines = field === 'subject' ? null : value.split(/\r?\n/);
    if (lines?.some(isLinkTouched) ?? value.includes(LINK))
      return [fault(field, `${LINK} has to stand alone on a line of the text.`)];
    if (lines?.some(isManageTouched) ?? value.includes(MANAGE))
      return [fault(field, `${MANAGE} has to stand at the end of a line of the text, after a blank.`)];
    return [];
  });
}

function fault(field: string, message: string): FieldErrorDto {
  return { field, code: 'not_allowed', message };
}

/** Programs that read mail take what touches an address for a part of it, which then leads to another server. */
function isLinkTouched(line: string): boolean {
  return line.includes(LINK) && line.trim() !== LINK;
}

function isManageTouched(line: string): boolean {
  return line.split(MANAGE).length > 2 || (line.includes(MANAGE) && !/(?:^|\s)\{manage\}\s*$/.test(line));
}

/** In what the times of one mail may differ, or what it may have to say though the text does not: then it stands behind each of them. */
const OF_EACH_TIME: readonly MailPlaceholder[] = ['duration', 'resource'];

/**
 * A text with its values; a line whose placeholders have none is left out, one with a date stands there for each time, and others for each of their
 * values once. Each value becomes one line, so none can begin a header or a paragraph, and a value that looks like a
 * placeholder stays as it is.
 */
export function filledText(
  { subject, text }: MailTextInputDto,
  values: MailValues,
  { others = [], news = [] }: { others?: readonly MailValues[]; news?: readonly MailPlaceholder[] } = {},
): MailTextInputDto {
  const all: MailValues[] = [values, ...others.map((one) => ({ ...values, ...one }))];
  return {
    subject: [...oneLine(fill(subject, values))].slice(0, LONGEST_SUBJECT).join(''),
    text: linesOf(text.replaceAll('\r\n', '\n'), all, news)
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

function linesOf(text: string, all: readonly MailValues[], news: readonly MailPlaceholder[]): string[] {
  const differing = OF_EACH_TIME.filter((name) => {
    const isOfEach = isIn(text, name) ? new Set(all.map((one) => one[name])).size > 1 : news.includes(name);
    return isIn(text, 'date') && isOfEach;
  });
  return text.split('\n').flatMap((line) => {
    const behind = differing.filter((name) => !isIn(line, name)).map((name) => `{${name}}`);
    if (isIn(line, 'date'))
      return all.map((one) =>
        [line, ...behind]
          .map((part) => fill(part, one))
          .filter(Boolean)
          .join(', '),
      );
    const names = namesIn(line).filter((name) => !differing.includes(name));
    const isSaid = (one: MailValues) => names.some((name) => oneLine(one[name] ?? '') !== '');
    const told = namesIn(line).length === 0 ? all : all.filter(isSaid);
    return [...new Set(told.map((one) => fill(line, one)))];
  });
}

function fill(template: string, by: MailValues): string {
  return template.replaceAll(PLACEHOLDER, (_, name: string) => oneLine(by[name as MailPlaceholder] ?? ''));
}

function namesIn(template: string): MailPlaceholder[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as MailPlaceholder);
}

function isIn(template: string, name: MailPlaceholder): boolean {
  return namesIn(template).includes(name);
}
