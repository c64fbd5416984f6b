import answers from '../../platform/docs/answers.json';

/** The part of JSON Schema that answers of tools use. */
export interface AnswerSchema {
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: (string | null)[];
  properties?: Record<string, AnswerSchema>;
  required?: string[];
  items?: AnswerSchema;
  additionalProperties?: unknown;
}

/** The schema of a text answer, such as the brief. MCP allows only objects. */
export const TEXT_ANSWER: AnswerSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
};

const BY_METHOD = answers.tools as Partial<Record<string, AnswerSchema | string>>;

/**
 * Of the method of a tool, by its class and name.
 * @throws Error at the start if answers.json was not made anew
 */
export function answerSchemaOf(method: string): AnswerSchema {
  const known = BY_METHOD[method];
  if (known === undefined) throw new Error(`answers.json has no tool ${method}: make it anew.`);
  return typeof known === 'string' ? TEXT_ANSWER : known;
}

/** The validated answer of a tool, structured as in its schema. */
export function structuredAnswer(text: string, schema: AnswerSchema): Record<string, unknown> {
  return schema === TEXT_ANSWER ? { text } : (JSON.parse(text) as Record<string, unknown>);
}
