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

const BY_METHOD: Partial<Record<string, AnswerSchema>> = answers.tools;

/** Of the method of a tool, by its class and name. */
export function answerSchemaOf(method: string): AnswerSchema {
  return BY_METHOD[method] ?? TEXT_ANSWER;
}

/** The validated answer of a tool, structured as in its schema. */
export function structuredAnswer(text: string, schema: AnswerSchema): Record<string, unknown> {
  return schema === TEXT_ANSWER ? { text } : (JSON.parse(text) as Record<string, unknown>);
}
