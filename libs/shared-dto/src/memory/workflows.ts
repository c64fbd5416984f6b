/** One of the five webhooks as its manager sees it. */
export interface WorkflowDto {
  /** UUID v4; part of the webhook's URL. */
  id: string;
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** The whole address, ready to be called. */
  url: string;
  active: boolean;
  created_at: string;
  updated_at: string;
  /** In this hour and the 23 before it. */
  calls_24h: number;
  /** Those of them that were answered with status 400 or more. */
  errors_24h: number;
  last_called_at: string | null;
}

/** One of the last calls of a webhook. */
export interface ExecutionDto {
  id: string;
  called_at: string;
  /** The HTTP status of the answer. */
  status: number;
  duration_ms: number;
  /** The code of a problem answer. */
  error_code: string | null;
}
