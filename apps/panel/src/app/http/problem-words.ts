import { inject } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import type { ErrorCode, FieldErrorCode, ProblemDto } from '@groupless/shared-dto';
import type { OwnCode } from './problem';

/** Codes to which the API's sentence adds nothing: the panel's own words are plainer, in English too. */
const SAID_BY_CODE: ReadonlySet<string> = new Set<ErrorCode | FieldErrorCode>([
  'invalid_phone',
  'name_taken',
  'email_taken',
  'version_mismatch',
  'forbidden',
  'unauthenticated',
  'too_many_requests',
  'internal_error',
  'overloaded',
  'database_unavailable',
  'required',
  'repeated',
  'invalid_characters',
  'too_short',
  'too_long',
  'too_common',
  'no_such_time',
]);

type Answer = Partial<ProblemDto>;

/**
 * Puts an answer of the API into the reader's language. The API speaks English, and often says more than its code: then
 * its words stay where English is read. They stay in any language where the panel has no words for the code.
 */
export function problemWords(): (answer: Answer, ownCode: OwnCode) => Answer {
  const transloco = inject(TranslocoService);
  const isEnglish = transloco.getActiveLang() === 'en';
  const wordsOf = (kind: 'problem' | 'fault', code: string, said: string): string => {
    if (isEnglish && !SAID_BY_CODE.has(code)) return said;
    const key = `${kind}.${code}`;
    const words: string = transloco.translate(key);
    return words === key ? said : words;
  };
  return ({ detail, errors, ...answer }, ownCode) => ({
    ...answer,
    detail:
      detail === undefined
        ? transloco.translate(`error.${ownCode}`)
        : wordsOf('problem', answer.code ?? '', detail),
    ...(errors !== undefined && {
      errors: errors.map((error) => ({ ...error, message: wordsOf('fault', error.code, error.message) })),
    }),
  });
}
