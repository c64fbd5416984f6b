import { withoutNull, type FieldSchema, type ObjectSchema } from '../../shared/tools/input-schema';
import { asJson, conversationOf, isJson, KEY_HEADERS, textOf, type Json, type Platform } from './platform';

/**
 * ElevenLabs' webhook tools send the arguments as the body. Beside them the definition puts the tool's name, the
 * conversation's id and the caller's number: the platform fills these, the model does not.
 * https://elevenlabs.io/docs/api-reference/tools/create
 */
export const ELEVENLABS: Platform = {
  define: ({ name, description, schema }, address) => ({
    type: 'webhook',
    name,
    description,
    response_timeout_secs: 20,
    api_schema: {
      url: address,
      method: 'POST',
      request_headers: KEY_HEADERS,
      request_body_schema: bodySchema(name, schema),
    },
  }),
  form: 'the arguments, beside them tool_name and conversation_id; or an address with ?tool=<name>',
  open({ tool_name, tool_call_id, conversation_id, caller_phone, parameters, ...rest }, named) {
    const tool = textOf(tool_name) ?? named ?? null;
    if (tool === null) return null;
    const given = isJson(parameters) ? parameters : rest;
    return {
      calls: [{ id: textOf(tool_call_id), name: tool, given }],
      conversation: conversationOf(conversation_id, true),
      caller_phone: textOf(caller_phone),
      close: ([answer]) => answer && asJson(answer),
    };
  },
};

function bodySchema(name: string, schema: ObjectSchema): Json {
  const { type, properties, required } = described('The arguments.', withoutNull(schema));
  const own = {
    tool_name: { type: 'string', constant_value: name },
    conversation_id: { type: 'string', dynamic_variable: 'system__conversation_id' },
    caller_phone: { type: 'string', dynamic_variable: 'system__caller_id' },
  };
  return {
    type,
    properties: { ...own, ...(properties as Json) },
    required: ['tool_name', ...(required as string[])],
  };
}

/** Each field needs a description, and `additionalProperties` is not known. */
function described(name: string, schema: FieldSchema): Json {
  const description = schema.description ?? name;
  if (!('properties' in schema)) {
    const { items, ...value } = schema;
    return { ...value, description, ...(items && { items: { ...items, description } }) };
  }
  const fields = Object.entries(schema.properties).map(
    ([field, one]) => [field, described(field, one)] as const,
  );
  return { type: 'object', description, properties: Object.fromEntries(fields), required: schema.required };
}
