import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { MemorySettingsDto, ReplaceMemorySettingsDto } from '@groupless/shared-dto';
import { LiveKeysService } from '../../api-keys/live-keys.service';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { Versioned } from '../../platform/http/answer';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { describeError } from '../../platform/log/describe-error';
import type { MemorySettings } from './memory-settings.entity';
import { MemorySettingsRepository } from './memory-settings.repository';

/** Whose turns are, of an installation and of keys from before keys had owners. */
@Injectable()
export class MemorySettingsService implements OnApplicationBootstrap {
  private readonly log = new Logger(MemorySettingsService.name);

  constructor(
    private readonly stored: MemorySettingsRepository,
    private readonly keys: LiveKeysService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** After the upgrade to a version in which keys have owners: what these keys stored is their owners'. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      const keys = await this.stored.listKeysToOwn();
      if (keys.length === 0) return;
      const owners = await this.keys.ownersOf(keys);
      for (const key of keys) await this.stored.own(key, owners.get(key) ?? null);
    } catch (error) {
      // The next start goes on with the other keys.
      this.log.warn({ err: describeError(error) }, 'the owners of stored turns could not be looked up');
    }
  }

  async get(): Promise<Versioned<MemorySettingsDto>> {
    return toVersioned(await this.stored.getSettings());
  }

  /** @throws AppError `version_mismatch` */
  async replace(
    { turns }: ReplaceMemorySettingsDto,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<Versioned<MemorySettingsDto>> {
    const replaced = await this.stored.replace(versions, turns, this.clock.now());
    if (replaced === null)
      throw new AppError('version_mismatch', 'The settings were changed meanwhile. Read them again.');
    await this.audit.record(actor, {
      action: 'settings.updated',
      object: 'settings:memory',
      details: { turns },
    });
    this.events.announce('settings.updated', null);
    return toVersioned(replaced);
  }
}

function toVersioned({ turns, chosen_at, version }: MemorySettings): Versioned<MemorySettingsDto> {
  return new Versioned({ turns, is_chosen: chosen_at !== null }, version);
}
