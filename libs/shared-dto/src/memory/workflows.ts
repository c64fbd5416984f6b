import type { Fraction, Instant, Uuid } from '../kinds';

/** One of the five webhooks as its manager sees it. */
export interface WorkflowDto {
  /** Part of the URL; keep it as private as a password. */
  id: Uuid;
  /** @example Load the context */
  name: string;
  method: 'GET' | 'POST';
  /** @example assistant-context */
  path: string;
  /**
   * The whole address of the webhook.
   * @format uri
   */
  url: string;
  active: boolean;
  created_at: Instant;
  updated_at: Instant;
  /** Calls in this hour and the 23 before it. */
  calls_24h: number;
  /** Those of them that were answered with 400 or more. */
  errors_24h: number;
  last_called_at: Instant | null;
}

/** One of the last calls of a webhook. */
export interface ExecutionDto {
  id: Uuid;
  called_at: Instant;
  /**
   * The HTTP status of the answer.
   * @example 200
   */
  status: number;
  /**
   * Milliseconds, to a tenth.
   * @example 2.4
   */
  duration_ms: Fraction;
  /**
   * The code of a problem answer.
   * @example task_not_found
   */
  error_code: string | null;
}
