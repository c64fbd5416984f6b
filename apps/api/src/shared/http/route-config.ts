import type { ErrorCode } from '@groupless/shared-dto';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other methods on this path have a handler of their own. */
    answers_other_methods?: true;
    /** The last part of a webhook's URL, on the routes of the webhooks. */
    webhook_path?: string;
  }
  interface FastifyReply {
    /** The code of a problem answer. */
    error_code?: ErrorCode;
  }
}

export {};
