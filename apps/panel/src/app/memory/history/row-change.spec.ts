import type { TaskDto } from '@groupless/shared-dto';
import { rowName } from './row-name';
import { fieldChanges, whatHappened } from './row-change';

const TASK: TaskDto = {
  id: 7,
  project_id: null,
  task: 'Call the printer',
  status: 'pending',
  priority: 9,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
};

describe('a change of a row', () => {
  it('has the fields that differ, but for the time', () => {
    const after: TaskDto = {
      ...TASK,
      status: 'completed',
      project_id: 3,
      updated_at: '2026-11-02T09:00:00.000Z',
    };

    expect(fieldChanges({ before: TASK, after })).toEqual([
      { field: 'project_id', before: '', after: '3' },
      { field: 'status', before: 'pending', after: 'completed' },
    ]);
  });

  it('that deletes a row has all that was in it', () => {
    expect(fieldChanges({ before: TASK, after: null }).map(({ field, after }) => [field, after])).toEqual([
      ['task', ''],
      ['status', ''],
      ['priority', ''],
      ['created_at', ''],
    ]);
  });

  it('deletes, brings back, or changes', () => {
    const version = { version: 1, kind: 'task', id: 7, at: '', by: null, through: null } as const;

    expect(whatHappened({ ...version, before: TASK, after: null })).toBe('deleted');
    expect(whatHappened({ ...version, before: null, after: TASK })).toBe('restored');
    expect(whatHappened({ ...version, before: TASK, after: TASK })).toBe('changed');
  });

  it('names its row by its own words, not all of a long text', () => {
    expect(rowName({ id: 1, key: 'a/b', value: '', category: 'config', updated_at: '' })).toBe('a/b');
    expect([...rowName({ ...TASK, task: '🙂'.repeat(100) })]).toHaveLength(60);
  });
});
