import type {
  AgentHours,
  ChatAgentSettingsDto,
  ClosureDto,
  ServiceDto,
  WorkingHoursDto,
} from '@groupless/shared-dto';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says how the chat agent works. */
@Entity('chat_agent_settings')
@Check('chat_agent_settings_single', 'id')
@Check('chat_agent_settings_agent_hours', `agent_hours in ('working', 'any')`)
export class ChatAgentSettings implements ChatAgentSettingsDto {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'chat_agent_settings_pkey' })
  id: boolean;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  greeting: string;

  @Column({ type: 'text' })
  language: string;

  @Column({ type: 'text' })
  time_zone: string;

  @Column({ type: 'text' })
  phone_region: string;

  @Column({ type: 'jsonb' })
  working_hours: WorkingHoursDto[];

  @Column({ type: 'integer' })
  slot_minutes: number;

  @Column({ type: 'jsonb' })
  resources: string[];

  @Column({ type: 'jsonb' })
  services: ServiceDto[];

  @Column({ type: 'boolean' })
  auto_confirm: boolean;

  @Column({ type: 'boolean' })
  enabled: boolean;

  @Column({ type: 'text', default: 'working' })
  agent_hours: AgentHours;

  @Column({ type: 'jsonb', default: [] })
  closures: ClosureDto[];

  @Column({ type: 'integer', default: 0 })
  notice_minutes: number;

  @Column({ type: 'integer', default: 0 })
  buffer_minutes: number;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
