import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldErrorCode } from '@groupless/shared-dto';
import { ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';

/** The options of every field. */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

type Schema = Pick<ApiPropertyOptions, 'description' | 'example'> & Record<string, unknown>;

/**
 * Composes class-validator's decorators for a field of a request class, and documents it. Rules are checked in order;
 * the first failure is reported.
 *
 * `@IsOptional()` would let null pass. Here an optional field may be left out, and only a nullable one may be null.
 */
export function field(
  { optional = false, nullable = false, description, example }: FieldOptions,
  schema: Schema,
  rules: readonly PropertyDecorator[],
): PropertyDecorator {
  const isAbsent = (value: unknown) => (optional && value === undefined) || (nullable && value === null);
  return applyDecorators(
    ApiProperty({ ...schema, nullable, required: !optional, description, example }),
    ...(optional || nullable ? [ValidateIf((_request, value) => !isAbsent(value))] : []),
    ...rules,
  );
}

/** The options of a rule: the error's code, and its message, which follows the field's name in the answer. */
export function fault(
  code: FieldErrorCode,
  message: string,
  options: ValidationOptions = {},
): ValidationOptions {
  return { ...options, message, context: { ...(options.context as object), code } };
}

/** A custom rule. Its name must be unique within the field. */
export function Holds(
  name: string,
  test: (value: never) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: (value) => test(value as never) } }, options);
}
