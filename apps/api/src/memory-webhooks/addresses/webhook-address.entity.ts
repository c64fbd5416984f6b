import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity('workflows')
@Unique('workflows_path', ['path'])
@Check('workflows_method', `method in ('GET', 'POST')`)
export class WebhookAddress {
  /** UUID v4. Part of the webhook's URL, so it is a secret. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'workflows_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  method: 'GET' | 'POST';

  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'boolean', default: true })
  active: boolean;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
