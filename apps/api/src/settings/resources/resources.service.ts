import { Injectable } from '@nestjs/common';
import {
  findName,
  foldName,
  isSameName,
  ANY_RESOURCE,
  type ChatAgentSettingsDto,
  type RenameResourceDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import type { Versioned } from '../../platform/http/answer';
import { Bus } from '../../shared/bus/bus';
import { oneLine } from '../../shared/one-line';
import type { CurrentSettings } from '../chat-agent-settings.mapper';
import { ChatAgentSettingsRepository } from '../chat-agent-settings.repository';
import { ChatAgentSettingsService, toVersionedSettings } from '../chat-agent-settings.service';
import { RESOURCE_RENAMED, type RenamedResource } from '../public';
import { blank, reserved } from '../settings-faults';
import { renamedSettings } from './renamed-settings';

@Injectable()
export class ResourcesService {
  constructor(
    private readonly stored: ChatAgentSettingsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly bus: Bus,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a resource another name, and all that names it.
   * @returns the settings afterwards
   * @throws AppError `invalid_request`, `unknown_resource`, `name_taken`, `slot_taken`
   */
  async rename(wish: RenameResourceDto, actor: KnownActor): Promise<Versioned<ChatAgentSettingsDto>> {
    const to = oneLine(wish.to);
    if (foldName(to) === '') throw invalidRequest([blank('to')]);
    if (isSameName(to, ANY_RESOURCE)) throw invalidRequest([reserved('to')]);
    const at = this.clock.now();
    const { settings } = await this.stored.change({
      updated_at: at,
      settingsOf: (before) => renamedSettings(before, renamedOf(before, wish.from, to)),
      follow: async (transaction, { before }) => {
        const renamed = renamedOf(before, wish.from, to);
        await this.bus.tell(RESOURCE_RENAMED, { ...renamed, transaction, at, actor });
      },
      eventOf: (_changed, before) =>
        this.audit.eventOf(actor, {
          action: 'resource.renamed',
          object: 'settings:chat-agent',
          details: { ...renamedOf(before, wish.from, to) },
        }),
    });
    this.settings.expire();
    this.events.announce('settings.updated', null);
    this.events.announce('appointment.updated', null);
    return toVersionedSettings(settings);
  }
}

/** @throws AppError `unknown_resource`, `name_taken` */
function renamedOf({ resources }: CurrentSettings, wanted: string, to: string): RenamedResource {
  const from = findName(resources, wanted);
  if (from === undefined) {
    const detail = `The settings have no resource "${wanted}". They have ${resources.join(', ')}.`;
    throw new AppError('unknown_resource', detail, { members: { allowed: [...resources] } });
  }
  const other = findName(resources, to);
  if (other !== undefined && other !== from) {
    const detail = `Another resource is called ${other}. To join the two, remove one and move its appointments.`;
    throw new AppError('name_taken', detail);
  }
  return { from, to };
}
