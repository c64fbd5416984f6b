import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { User } from '../../users/user.entity';

/** An unused recovery code. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'recovery_codes_pkey' })
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'recovery_codes_user' })
  user: User;

  /** SHA-256 of 80 random bits. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'recovery_codes_pkey' })
  code_digest: Buffer;
}
