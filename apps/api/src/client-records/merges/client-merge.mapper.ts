import type { ClientMergeDto } from '@groupless/shared-dto';
import type { ClientMerge } from '../../clients/client-merge.entity';

export function toMergeDto(merge: ClientMerge): ClientMergeDto {
  const { id, name, phone, email } = merge.merged;
  return {
    id: merge.id,
    client_id: merge.client_id,
    merged: { id, name, phone, email },
    appointments: merge.appointment_ids.length,
    conversations: merge.conversation_ids.length,
    merged_by: { id: merge.merged_by_id, name: merge.merged_by_name },
    merged_at: merge.merged_at.toISOString(),
  };
}
