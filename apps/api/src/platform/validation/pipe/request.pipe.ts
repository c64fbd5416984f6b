import { ValidationPipe, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import type { FieldErrorDto } from '@groupless/shared-dto';
import * as classValidator from 'class-validator';
import { invalidRequest } from '../../errors/app-error';
import { fieldErrorsOf } from './field-errors';
import { cacheRules, shapeOf } from './request-shape';
import { unsafeTexts } from './text-safety';
import { isObject, toInstance } from './to-instance';
import { unknownField, type Noun } from './unknown-fields';

type Fields = Record<string, unknown>;
type Query = Record<string, string | string[]>;

/**
 * A transformer that does nothing: `RequestPipe` has made the instance. All pipes of Nest share the last transformer,
 * and ours has to tell bodies from queries.
 */
const ALREADY_AN_INSTANCE = {
  plainToInstance: (_metatype: unknown, request: unknown) => request as never,
  classToPlain: (request: object) => request,
};

/** Nest's pipe with our problem answers. It refuses unknown fields and changes no value. */
class FieldsPipe extends ValidationPipe {
  constructor(noun: Noun) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      validationError: { target: true },
      exceptionFactory: (errors) => refusalOf(fieldErrorsOf(errors, noun)),
      validatorPackage: classValidator,
      transformerPackage: ALREADY_AN_INSTANCE,
    });
  }

  /** Synchronous, because no rule is asynchronous. */
  protected override validate(request: object, options?: classValidator.ValidatorOptions) {
    return classValidator.validateSync(request, options);
  }

  protected override stripProtoKeys(): void {
    // `toInstance()` refuses such keys in a request; nested documents may keep theirs.
  }

  protected override closeArrayGaps(): void {
    // Parsed JSON has no gaps.
  }

  /** Parsed JSON has no binary values. */
  protected override findNestedBinaryValues(): [] {
    return [];
  }
}

/**
 * Validates the arguments of every handler: turns a body and a query into the declared class, and refuses path
 * parameters that PostgreSQL cannot store. A body of type `unknown` and all other arguments are passed through.
 */
export class RequestPipe implements PipeTransform {
  static {
    cacheRules();
  }

  private readonly body = new FieldsPipe('field');
  private readonly query = new FieldsPipe('parameter');

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { type, metatype = Object, data } = metadata;
    if (type === 'param') refuse(unsafeTexts(value, data ?? 'path'));
    if ((type !== 'body' && type !== 'query') || metatype === Object) return value;
    refuse(unsafeTexts(value, ''));
    return type === 'body'
      ? this.body.transform(toInstance(metatype, readBody(value, metatype), 'field'), metadata)
      : this.query.transform(
          toInstance(metatype, readQuery(value as Query, metatype), 'parameter'),
          metadata,
        );
  }
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
