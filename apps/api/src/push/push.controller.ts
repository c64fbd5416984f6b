import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LIMITS, type PushDeviceDto, type PushDto } from '@groupless/shared-dto';
import { RequiresUser } from '../platform/access/access.decorators';
import type { UserActor } from '../platform/access/caller';
import { CurrentUser } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { PushDevicesService } from './devices/push-devices.service';
import { AddPushDeviceRequest } from './requests/push-device.request';

/** The own devices that are told by push. */
@ApiTags('Log-in')
@Controller('api/auth/push')
@RequiresUser()
export class PushController {
  constructor(private readonly devices: PushDevicesService) {}

  @Get()
  @Describes({ summary: 'List the own devices that are told by push, and the key to subscribe with' })
  list(@CurrentUser() { caller }: UserActor): Promise<PushDto> {
    return this.devices.list(caller.id);
  }

  @Post()
  @HttpCode(201)
  @Describes({
    summary: 'Have this device told by push',
    description:
      'With what the browser’s `PushSubscription` says. The same endpoint again is the same device. It ends with the session. ' +
      `A user has ${LIMITS.push_devices} at most: the one that was added first makes room. ` +
      'What is told is `push` of `PUT /api/auth/notifications`.',
  })
  add(@Body() body: AddPushDeviceRequest, @CurrentUser() actor: UserActor): Promise<PushDeviceDto> {
    return this.devices.add(body, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @Describes({ summary: 'Tell one of the own devices nothing more', problems: ['not_found'] })
  remove(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<void> {
    return this.devices.remove(id, actor);
  }
}
