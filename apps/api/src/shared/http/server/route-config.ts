import type { ErrorCode } from '@groupless/shared-dto';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other methods on this path have a handler of their own. */
    answers_other_methods?: true;
    /** The last part of a webhook's URL, on the routes of the webhooks. */
    webhook_path?: string;
    /** Whether the handler needs the text of the body as it was sent (`@BodyText()`) beside the parsed body. */
    keeps_body_text?: true;
    /** Whether the handler reads a CSV file (`@CsvBody()`) instead of JSON. */
    takes_csv?: true;
    /** Whether the body is the envelope of a platform, which holds a whole conversation beside the tool's arguments. */
    takes_envelopes?: true;
    /** Whether the answer is a stream of events, which lasts as long as somebody reads it. */
    streams_events?: true;
    /** Whether the answer may wait for something to happen, as long as the caller says. */
    waits?: true;
  }
  interface FastifyReply {
    /** The code of a problem answer. */
    error_code?: ErrorCode;
  }
}

export {};
