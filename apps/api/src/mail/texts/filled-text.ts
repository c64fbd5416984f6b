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
    const isTouched = field === 'subject' ? value.includes(LINK) : value.split(/\r?\n/).some(isLinkTouched);
    return isTouched ? [fault(field, `${LINK} has to stand alone on a line of the text.`)] : [];
  });
}

function fault(field: string, message: string): FieldErrorDto {
  return { field, code: 'not_allowed', message };
}

/** Programs that read mail take what touches an address for a part of it, which then leads to another server. */
function isLinkTouched(line: string): boolean {
  return line.includes(LINK) && line.trim() !== LINK;
}

function isWithoutValue(line: string, values: MailValues): boolean {
  const names = [...line.matchAll(PLACEHOLDER)].map(([, name]) => name as MailPlaceholder);
  return names.length > 0 && names.every((name) => oneLine(values[name] ?? '') === '');
}

/**
 * A text with its values; a line whose placeholders have none is left out, one with a date stands there for each time, and others for each of their
 * values once. Each value becomes one line, so none can begin a header or a paragraph, and a value that looks like a
 * placeholder stays as it is.
 */
export function filledText(
  { subject, text }: MailTextInputDto,
  values: MailValues,
  others: readonly MailValues[] = [],
): MailTextInputDto {
  const fill = (template: string, by: MailValues) =>
    template.replaceAll(PLACEHOLDER, (_, name: string) => oneLine(by[name as MailPlaceholder] ?? ''));
  const all = [values, ...others.map((one) => ({ ...values, ...one }))];
  return {
    subject: [...oneLine(fill(subject, values))].slice(0, LONGEST_SUBJECT).join(''),
    text: text
      .replaceAll('\r\n', '\n')
      .split('\n')
      .flatMap((line) =>
        line.includes('{date}')
          ? all.map((one) => fill(line, one))
          : [...new Set(all.filter((one) => !isWithoutValue(line, one)).map((one) => fill(line, one)))],
      )
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}
