declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other methods on this path have a handler of their own. */
    answers_other_methods?: true;
  }
}

export {};
