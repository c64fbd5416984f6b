import { Module } from '@nestjs/common';
import { ScheduledBackupService } from './scheduled-backup.service';

/** Backups by a schedule. Only a server with `BACKUP_DIR` has it. */
@Module({ providers: [ScheduledBackupService] })
export class BackupsModule {}
