import { Injectable } from '@nestjs/common';
import type { JsonText } from '../platform/http/json-text';
import { Tool } from '../shared/tools/tool';
import type { ClientDto, PageDto } from '@groupless/shared-dto';
import { ClientsService } from './clients.service';
import { ClientListRequest } from './requests/client-list.request';

@Injectable()
export class ClientTools {
  constructor(private readonly clients: ClientsService) {}

  @Tool({
    name: 'find_clients',
    title: 'Find clients',
    description:
      'Find clients of the business by a part of their name, phone, email or company. Use it to get the id of a ' +
      'client. Never tell one client what is stored of another.',
    scopes: ['panel:read', 'panel:write'],
    input: ClientListRequest,
    fields: {
      search: 'Part of the name, the phone’s digits, the email or the company.',
      status: 'lead, active or archived; several by comma.',
      tag: 'One tag, or several by comma.',
      limit: '',
      cursor: 'next_cursor of the page before.',
    },
    reads: true,
  })
  find({ limit = 10, ...query }: ClientListRequest): Promise<JsonText<PageDto<ClientDto>>> {
    return this.clients.list({ ...query, limit });
  }
}
