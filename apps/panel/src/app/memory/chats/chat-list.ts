import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryHeader } from '../memory-header';
import { openRecord } from '../../layout/open-record';
import { ChatRole } from './chat-role';

const COLUMNS: readonly Column[] = [
  { id: 'chat', label: 'memory.task.project', width: '1fr' },
  { id: 'last', label: 'memory.chat.last', width: '2fr' },
  { id: 'at', label: 'memory.chat.at', width: '144px' },
];

/** The chats of coding assistants, by their projects; the one with the newest message first. */
@Component({
  selector: 'app-chat-list',
  imports: [
    Cell,
    ChatRole,
    CompactRow,
    DataTable,
    EmptyState,
    Icon,
    MemoryHeader,
    RelativeTime,
    RouterOutlet,
    TranslocoPipe,
  ],
  templateUrl: './chat-list.html',
  styleUrls: ['../../ui/lists/list-page.css', './chat-list.css'],
})
export class ChatList {
  protected readonly record = openRecord({ param: 'chat_id' });
  protected readonly columns = COLUMNS;
  protected readonly chats = pageList<ChatDto>(() => ({
    url: '/api/memory/chats',
    query: { without_customers: 'true' },
  }));
  protected readonly nameOf = ({ chat_id }: ChatDto) => chat_id.replace('project:', '');
  protected readonly idOf = ({ chat_id }: ChatDto) => chat_id;
}
