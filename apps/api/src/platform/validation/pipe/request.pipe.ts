import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import type { FieldErrorDto } from '@groupless/shared-dto';
import { validateSync, type ValidatorOptions } from 'class-validator';
import { invalidRequest } from '../../errors/app-error';
import { fieldErrorsOf } from './field-errors';
import { cacheRules, shapeOf } from './request-shape';
import { unsafeTexts } from './text-safety';
import { isObject, toInstance } from './to-instance';
import { unknownField, type Noun } from './unknown-fields';

type Fields = Record<string, unknown>;
type Query = Record<string, string | string[]>;

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: true },
};

/**
 * Validates the arguments of every handler: turns a body and a query into the declared class, and refuses path
 * parameters that PostgreSQL cannot store. A body of type `unknown` and all other arguments are passed through.
 */
export class RequestPipe implements PipeTransform {
  static {
    cacheRules();
  }

  transform(value: unknown, { type, metatype = Object, data }: ArgumentMetadata): unknown {
    if (type === 'param') refuse(unsafeTexts(value, data ?? 'path'));
    if ((type !== 'body' && type !== 'query') || metatype === Object) return value;
    refuse(unsafeTexts(value, ''));
    return type === 'body'
      ? checked(metatype, readBody(value, metatype), 'field')
      : checked(metatype, readQuery(value as Query, metatype), 'parameter');
  }
}

/** Synchronous, because no rule is asynchronous. */
function checked(metatype: Type, fields: Fields, noun: Noun): object {
  const request = toInstance(metatype as Type<object>, fields, noun);
  refuse(fieldErrorsOf(validateSync(request, OPTIONS), noun));
  return request;
}

const OPTIONAL_BODY = Symbol('optional body');

/** On a request class: a missing body counts as an empty one. */
export function OptionalBody(): ClassDecorator {
  return (target) => Reflect.defineMetadata(OPTIONAL_BODY, true, target);
}

/** Refuses any query parameter, for handlers that declare none. */
export function refuseAnyParameter(query: unknown): void {
  refuse(Object.keys(query as Query).map((name) => unknownField(name, 'parameter', [])));
}

/** Refuses a body other than `{}`, for handlers that declare none. */
export function refuseAnyField(body: unknown): void {
  if (body === undefined) return;
  refuse(Object.keys(readBody(body)).map((name) => unknownField(name, 'field', [])));
}

function readBody(body: unknown, metatype?: Type): Fields {
  if (body === undefined && metatype !== undefined && Reflect.hasMetadata(OPTIONAL_BODY, metatype)) return {};
  if (isObject(body)) return body;
  const message = body === undefined ? 'A JSON body is required.' : 'The body must be a JSON object.';
  throw invalidRequest([{ field: '', code: body === undefined ? 'required' : 'wrong_type', message }]);
}

/** Refuses repeated parameters, and converts digits to numbers. Other texts are left for `@IsInt()` to refuse. */
function readQuery(query: Query, metatype: Type): Fields {
  const shape = shapeOf(metatype);
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  refuse(
    repeated.map((name) => {
      const advice = shape.get(name)?.takesSeveral ? ' Send several values as one, with commas between.' : '';
      return { field: name, code: 'repeated', message: `${name} is given more than once.${advice}` };
    }),
  );
  const read = (name: string, text: unknown) =>
    shape.get(name)?.isDigits && /^\d+$/.test(text as string) ? Number(text) : text;
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, read(name, text)]));
}

function refuse(errors: FieldErrorDto[]): void {
  if (errors.length > 0) throw refusalOf(errors);
}

/** A limit, because a body can have a thousand wrong keys. */
const MOST_ERRORS = 50;

function refusalOf(errors: FieldErrorDto[]): Error {
  return invalidRequest(errors.slice(0, MOST_ERRORS));
}
