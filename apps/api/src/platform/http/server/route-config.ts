import type { ErrorCode } from '@groupless/shared-dto';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other methods on this path have a handler of their own. */
    answers_other_methods?: true;
    /** The last part of a webhook's URL, on the routes of the webhooks. */
    webhook_path?: string;
    /** Whether the handler needs the raw text of the body (`@BodyText()`). */
    keeps_body_text?: true;
    /** Whether the handler reads a CSV file (`@StreamedBody()`) instead of JSON. */
    takes_csv?: true;
    /** Whether the handler reads a CSV file or a calendar (`@StreamedBody()`). */
    takes_appointments?: true;
    /** Whether the handler reads a file of a memory (`@StreamedBody()`) instead of JSON. */
    takes_memory_file?: true;
    /** Whether the body is a picture, which the handler gets as bytes. */
    takes_picture?: true;
    /** Whether the body is a form of HTML, which the handler gets as its fields. */
    takes_form?: true;
    /** Whether the body may hold very much: a whole conversation around a tool's arguments, or the hours of each resource. */
    takes_many_keys?: true;
    /** Whether a body of any type is ignored: the address says it all. */
    takes_no_body?: true;
    /** Whether the answer is an endless stream of events. */
    streams_events?: true;
    /** Whether the request is a long poll. */
    waits?: true;
  }
  interface FastifyReply {
    /** The code of a problem answer. */
    error_code?: ErrorCode;
  }
}

export {};
