import type { Type } from '@nestjs/common';
import type { FieldErrorCode, FieldErrorDto } from '@groupless/shared-dto';
import { ValidationTypes, type ValidationError } from 'class-validator';
import { shapeOf } from './request-shape';
import { unknownField, type Noun } from './unknown-fields';

/** Converts class-validator's errors for a problem answer. Nested fields have dotted names. */
export function fieldErrorsOf(errors: readonly ValidationError[], noun: Noun, parent = ''): FieldErrorDto[] {
  return errors.flatMap((error) => {
    const path = parent + error.property;
    return [...ownErrors(error, noun, path), ...fieldErrorsOf(error.children ?? [], noun, `${path}.`)];
  });
}

/** At most one error, because the pipe stops at a field's first failing rule. */
function ownErrors(error: ValidationError, noun: Noun, path: string): FieldErrorDto[] {
  const [rule, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (rule === undefined) return [];
  if (rule === ValidationTypes.WHITELIST) {
    return [unknownField(path, noun, shapeOf(error.target?.constructor as Type).keys())];
  }
  if (error.value === undefined) return [{ field: path, code: 'required', message: `${path} is required.` }];
  const { code } = error.contexts?.[rule] as { code: FieldErrorCode };
  return [{ field: path, code, message: `${path} ${message}.` }];
}
