import { ApiExtension, type OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, SchemaObject } from './openapi-types';

/** An event that outbound webhooks send. */
export interface DocumentedEvent {
  name: string;
  summary: string;
  /** The fields that are sent, from the schema of the object; null: only the id. */
  object: { schema: string; fields: readonly string[] } | null;
  /** When the event has the values before the update: some events are also sent for new rows. */
  previous: 'always' | 'of updates' | 'never';
  id: 'uuid' | 'integer' | null;
  /** Other fields beside it, and when they are sent. */
  more: Readonly<Record<string, { type: 'uuid' | 'integer'; when: string }>>;
}

/** The OpenAPI extension that passes events to `openapi.ts`. */
export const SENT_EVENTS = 'x-sent-events';

/** On the operation that creates an outbound webhook: documents the events. */
export function DescribesSentEvents(events: readonly DocumentedEvent[], tag: string): MethodDecorator {
  return ApiExtension(SENT_EVENTS, { events, tag });
}

export interface SentEvents {
  events: readonly DocumentedEvent[];
  tag: string;
}

type Schemas = Record<string, SchemaObject>;
type Property = NonNullable<SchemaObject['properties']>[string];

const TIME = { type: 'string', format: 'date-time' } as const;
const HEADERS = {
  'webhook-id': 'The same at each attempt: by it a message that comes twice is known.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature': 'Of the id, the time and the raw body; two of them for a day after a rotation.',
};

/** Adds the section `webhooks` to the document, and the schemas of its payloads. */
export function addSentEvents(document: OpenAPIObject, { events, tag }: SentEvents): void {
  const schemas = document.components?.schemas as Schemas;
  const told = events.map((event) => [event.name, { post: operationOf(event, tag, schemas) }]);
  Object.assign(document, { webhooks: Object.fromEntries(told) as object });
}

function operationOf(event: DocumentedEvent, tag: string, schemas: Schemas): OperationObject {
  const { name, summary, previous } = event;
  const schema = {
    type: 'object',
    required: [
      'type',
      'timestamp',
      'data',
      ...(previous === 'always' && !isErasable(event) ? ['previous'] : []),
    ],
    properties: {
      type: { type: 'string', enum: [name] },
      timestamp: { ...TIME, description: 'When it happened.' },
      data: dataOf(event, schemas),
      ...(previous !== 'never' && { previous: previousOf(event, schemas) }),
    },
  };
  return {
    operationId: `on.${name}`,
    tags: [tag],
    summary,
    description:
      'Sent to the outbound webhooks that ask for it, by the Standard Webhooks specification. Answer within ten seconds.',
    security: [],
    parameters: Object.entries(HEADERS).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'It has arrived.' },
      '4XX': { description: 'It is sent again, for two days, as after every other answer.' },
    },
  };
}

function dataOf({ object, id, more }: DocumentedEvent, schemas: Schemas): Property {
  if (object === null) {
    const type = id === null ? 'null' : id === 'uuid' ? 'string' : 'integer';
    const format = id === 'uuid' ? { format: 'uuid' } : {};
    return {
      type: 'object',
      required: ['id', ...Object.keys(more).filter((name) => more[name]?.when === 'always')],
      properties: {
        id: { type, ...format },
        ...Object.fromEntries(
          Object.entries(more).map(([name, { type: kind, when }]) => [
            name,
            {
              ...(kind === 'uuid' ? { type: 'string', format: 'uuid' } : { type: kind }),
              description: `Sent ${when}.`,
            },
          ]),
        ),
      },
    };
  }
  const fields = fieldsOf(object, schemas);
  const whole = added(
    `Sent${object.schema}`,
    { type: 'object', properties: fields, required: Object.keys(fields) },
    schemas,
  );
  return id === null ? whole : { anyOf: [whole, idAlone(id, schemas)] };
}

/** Whether the event may come with the id alone, without the values before. */
function isErasable({ object, id }: DocumentedEvent): boolean {
  return object !== null && id !== null;
}

function idAlone(id: 'uuid' | 'integer', schemas: Schemas): Property {
  const type = id === 'uuid' ? { type: 'string', format: 'uuid' } : { type: id };
  const description =
    'What is left of an object that was erased before the event was sent, or that is somebody’s own. It comes without `previous`.';
  const schema = { type: 'object', description, properties: { id: type }, required: ['id'] };
  return added(
    id === 'uuid' ? 'SentIdOfObject' : 'SentIdOfRow',
    { ...schema, additionalProperties: false },
    schemas,
  );
}

/** The fields that an update changed, with their old values. */
function previousOf({ object }: DocumentedEvent, schemas: Schemas): Property {
  if (object === null) throw new Error('An id alone has no values before.');
  const { updated_at: _, client: __, ...fields } = fieldsOf(object, schemas);
  const description = 'The values that were replaced, of the fields that changed.';
  return added(`Previous${object.schema}`, { type: 'object', description, properties: fields }, schemas);
}

function fieldsOf(
  { schema, fields }: NonNullable<DocumentedEvent['object']>,
  schemas: Schemas,
): Record<string, Property> {
  const known = schemas[schema]?.properties;
  if (known === undefined) throw new Error(`The documentation has no schema ${schema}.`);
  return Object.fromEntries(
    fields.map((name) => {
      const property = known[name];
      if (property === undefined) throw new Error(`The schema ${schema} has no ${name}.`);
      return [name, isClient(schema, name) ? withContacts(property) : property];
    }),
  );
}

/** The client of an appointment has contacts in events, unlike in the API. */
function isClient(schema: string, name: string): boolean {
  return schema === 'AppointmentResponse' && name === 'client';
}

function withContacts(client: Property): Property {
  const text = (example: string) => ({ type: ['string', 'null'], example });
  const contacts = {
    type: 'object',
    required: ['phone', 'email'],
    properties: { phone: text('+12125550147'), email: text('ada@example.com') },
  };
  const { anyOf: [known, none] = [], description } = client as { anyOf?: Property[]; description?: string };
  if (known === undefined || none === undefined)
    throw new Error('The client of an appointment is never null.');
  return { description, anyOf: [{ allOf: [known, contacts] }, none] };
}

function added(name: string, schema: SchemaObject, schemas: Schemas): Property {
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}
