import type { ChatAgentSettingsDto } from '@groupless/shared-dto';

/** What clients know the business as; before it has a name of its own, the agent's. */
export function nameOfBusiness({
  business_name,
  name,
}: Pick<ChatAgentSettingsDto, 'business_name' | 'name'>): string {
  return business_name === '' ? name : business_name;
}
