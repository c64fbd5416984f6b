import type { Answered } from './describes';
import answers from './answers.json';
import type { OperationObject, ResponsesObject, SchemaObject } from './openapi-types';

type Schemas = Record<string, SchemaObject>;
type Field = NonNullable<SchemaObject['properties']>[string];

/** A schema of answers.json, and the request class whose rules its fields have. */
type Made = SchemaObject & { 'x-rules'?: string };

/** The schemas of what is answered, made from libs/shared-dto by tools/checks/answers.mjs. */
export function answerSchemas(requests: Schemas): Schemas {
  const made = Object.entries(answers.schemas as Record<string, Made>);
  return Object.fromEntries(
    made.map(([name, { 'x-rules': rules = '', ...schema }]) => {
      const fields = Object.entries(schema.properties ?? {}).map(([field, own]) => [
        field,
        withRules(own, requests[rules]?.properties?.[field]),
      ]);
      return [name, { ...schema, properties: Object.fromEntries(fields) as SchemaObject['properties'] }];
    }),
  );
}

/** A field that a request has too, and that is of the same type there. */
function withRules(field: Field, rule: Field | undefined): Field {
  if (rule === undefined || kindOf(rule) !== kindOf(field)) return field;
  return { ...rule, ...('description' in field && { description: field.description }) };
}

function kindOf(field: Field): string {
  const refs = JSON.stringify(field).match(/#[/\w]+/g);
  return JSON.stringify([refs, 'type' in field && field.type]);
}

const BY_OPERATION: Partial<Record<string, object>> = answers.operations;
const MEANINGS: Partial<Record<string, string>> = { 200: 'Done', 201: 'Made', 202: 'Accepted', 204: 'Done' };
const ETag = { description: 'For `If-None-Match` and `If-Match`.', schema: { type: 'string' as const } };

/** The responses of an operation with what its method returns. */
export function answersOf(
  { operationId = '', responses }: OperationObject,
  { or, tagged = false }: Answered = {},
): ResponsesObject {
  const schema = BY_OPERATION[operationId];
  const isAnswered = Object.keys(responses).some((status) => status.startsWith('2'));
  const all: ResponsesObject = {
    ...responses,
    ...(!isAnswered && { 200: { description: '' } }),
    ...(or !== undefined && { [or]: { description: '' } }),
  };
  const documented = Object.entries(all).map(([status, response]) => {
    const meaning = MEANINGS[status];
    if (meaning === undefined || response === undefined || '$ref' in response) return [status, response];
    const content = {
      ...(schema && status !== '204' && { 'application/json': { schema } }),
      ...response.content,
    };
    return [
      status,
      {
        ...response,
        description: response.description || meaning,
        ...(Object.keys(content).length > 0 && { content }),
        ...(tagged && status === '200' && { headers: { ETag } }),
      },
    ];
  });
  return Object.fromEntries(documented) as ResponsesObject;
}
