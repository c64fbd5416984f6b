import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { MailKind, MailLanguage } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { MailText } from './mail-text.entity';

@Injectable()
export class MailTextsRepository {
  constructor(@InjectRepository(MailText) private readonly texts: Repository<MailText>) {}

  findText(kind: MailKind, language: MailLanguage): Promise<MailText | null> {
    return this.texts.findOneBy({ kind, language });
  }

  storeText(text: MailText, event: AuditEvent): Promise<void> {
    return this.texts.manager.transaction(async (transaction) => {
      await transaction.upsert(MailText, text, ['kind', 'language']);
      await transaction.insert(AuditEvent, event);
    });
  }

  deleteText(kind: MailKind, language: MailLanguage, event: AuditEvent): Promise<void> {
    return this.texts.manager.transaction(async (transaction) => {
      const { affected } = await transaction.delete(MailText, { kind, language });
      if (affected !== 0) await transaction.insert(AuditEvent, event);
    });
  }
}
