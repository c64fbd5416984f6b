import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ProjectRecordDto } from '@groupless/shared-dto';
import { recordList } from '../../layout/record-list';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import { BESIDE_PX, type Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { Beginning } from '../../ui/long-text';
import { StatusChip } from '../../ui/status-chip';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryHeader } from '../memory-header';
import { Priority } from '../priority';
import { ProjectStatus } from './project-status';
import { HeldMark } from '../quarantine/held-mark';

const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    label: 'memory.project.name',
    width: '2fr',
    sort: { ascending: 'name', descending: '-name' },
  },
  { id: 'status', label: 'memory.project.status', width: '112px' },
  { id: 'priority', label: 'memory.priority', width: '96px', sort: { descending: 'priority' } },
  { id: 'description', label: 'memory.project.description', width: '3fr', fromPx: BESIDE_PX },
  { id: 'updated', label: 'memory.updated', width: '144px', sort: { descending: '-updated_at' } },
];

/** The projects that the assistant knows. */
@Component({
  selector: 'app-project-list',
  imports: [
    HeldMark,
    Beginning,
    Cell,
    CompactRow,
    DataTable,
    MemoryHeader,
    Priority,
    ProjectStatus,
    RelativeTime,
    RouterOutlet,
    StatusChip,
    TranslocoPipe,
  ],
  templateUrl: './project-list.html',
  styleUrls: ['../../ui/lists/list-page.css', '../memory-page.css'],
})
export class ProjectList {
  protected readonly projects = recordList<ProjectRecordDto>({
    url: '/api/memory/projects',
    columns: COLUMNS,
    nameOf: ({ name }) => name,
    sort: 'priority',
    make: 'memory.project.new',
    empty: () => ({ icon: 'folder', heading: 'memory.project.none', text: 'memory.project.none_text' }),
  });
}
