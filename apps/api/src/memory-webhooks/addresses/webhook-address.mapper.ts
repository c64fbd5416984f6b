import type { WorkflowDto } from '@groupless/shared-dto';
import type { CallCounts } from './executions.repository';
import type { WebhookAddress } from './webhook-address.entity';

/** @param baseUrl the server's address without a trailing slash */
export function toWorkflowDto(
  address: WebhookAddress,
  counts: CallCounts | undefined,
  baseUrl: string,
): WorkflowDto {
  const { id, name, method, path, active, created_at, updated_at } = address;
  return {
    id,
    name,
    method,
    path,
    url: webhookUrl(baseUrl, id, path),
    active,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    calls_24h: counts?.calls_24h ?? 0,
    errors_24h: counts?.errors_24h ?? 0,
    last_called_at: counts?.last_called_at?.toISOString() ?? null,
  };
}

export function webhookUrl(baseUrl: string, id: string, path: string): string {
  return `${baseUrl}/webhook/${id}/webhook/${path}`;
}
