import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatDto } from '@groupless/shared-dto';
import { recordList } from '../../layout/record-list';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryHeader } from '../memory-header';
import { ChatRole } from './chat-role';

const COLUMNS: readonly Column[] = [
  { id: 'chat', label: 'memory.task.project', width: '1fr' },
  { id: 'last', label: 'memory.chat.last', width: '2fr' },
  { id: 'at', label: 'memory.chat.at', width: '144px' },
];

/** The chats of coding assistants, by their projects; the one with the newest message first. */
@Component({
  selector: 'app-chat-list',
  imports: [Cell, ChatRole, CompactRow, DataTable, MemoryHeader, RelativeTime, RouterOutlet, TranslocoPipe],
  templateUrl: './chat-list.html',
  styleUrls: ['../../ui/lists/list-page.css', './chat-list.css'],
})
export class ChatList {
  protected readonly chats = recordList<ChatDto>({
    url: '/api/memory/chats',
    query: () => ({ without_customers: 'true' }),
    columns: COLUMNS,
    id: 'chat_id',
    nameOf: ({ chat_id }) => chat_id.replace('project:', ''),
    empty: () => ({ icon: 'messages-square', heading: 'memory.chat.none', text: 'memory.chat.none_text' }),
  });
}
