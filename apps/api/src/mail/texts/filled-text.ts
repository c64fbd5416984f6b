import {
  MAIL_PLACEHOLDERS,
  type MailKind,
  type MailPlaceholder,
  type MailTextInputDto,
} from '@groupless/shared-dto';
import { oneLine } from '../../shared/one-line';

export type MailValues = Partial<Record<MailPlaceholder, string>>;

const PLACEHOLDER = /\{([a-z_]+)\}/g;
/** A header that is longer is folded by programs in different ways. */
const LONGEST_SUBJECT = 200;

/** The placeholders of a text that its kind does not have. */
export function unknownPlaceholders(kind: MailKind, text: string): string[] {
  const known: readonly string[] = MAIL_PLACEHOLDERS[kind];
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).filter((name) => !known.includes(name));
}

/**
 * A text with its values. Each value becomes one line, so none can begin a header or a paragraph, and a value that looks like a
 * placeholder stays as it is.
 */
export function filledText({ subject, text }: MailTextInputDto, values: MailValues): MailTextInputDto {
  const fill = (template: string) =>
    template.replaceAll(PLACEHOLDER, (_, name: string) => oneLine(values[name as MailPlaceholder] ?? ''));
  return {
    subject: [...oneLine(fill(subject))].slice(0, LONGEST_SUBJECT).join(''),
    // Where a value is empty, no gap stays.
    text: fill(text)
      .replaceAll('\r\n', '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}
