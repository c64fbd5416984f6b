import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { readParts } from '../../platform/http/bodies/streamed-body';
import { ClientFile } from './client-file';
import { decodeText } from '../../shared/csv/decoded-text';
import { SpooledFile } from './spooled-file';

export interface ReadHow {
  /** Of numbers without a country code; undefined: that of the settings. */
  country: string | undefined;
  keep_unreadable: boolean;
}

/** Receives uploaded files of clients. */
@Injectable()
export class ClientFileReader {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly agent: ChatAgentSettingsService,
  ) {}

  /**
   * Waits for the whole file, and refuses it as soon as it is not text. The caller closes it.
   * @throws AppError `invalid_csv`, `body_too_large`, `request_timeout`
   */
  async receive(body: IncomingMessage, { country, keep_unreadable }: ReadHow): Promise<ClientFile> {
    const phone_region = country ?? (await this.agent.current()).phone_region;
    const spooled = await SpooledFile.create();
    try {
      const texts = decodeText(spooled.keep(readParts(body, this.settings.import_timeout_ms)));
      while ((await texts.next()).done !== true);
      return new ClientFile(spooled, { phone_region, keep_unreadable });
    } catch (error) {
      await spooled.close();
      throw error;
    }
  }
}
