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
}
