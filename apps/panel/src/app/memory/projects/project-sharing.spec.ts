import { TestBed } from '@angular/core/testing';
import type { ProjectRecordDto } from '@groupless/shared-dto';
import { clearPage, sayYes, startScreen } from '../../../testing/memory';
import { Toasts } from '../../ui/toasts/toasts';
import { ProjectSharing } from './project-sharing';

const project = (private_to: string | null) => ({ id: 3, name: 'notes (…)', private_to }) as ProjectRecordDto;

afterEach(clearPage);

describe('a private project', () => {
  const open = (private_to: string) =>
    startScreen(ProjectSharing, {}, { role: 'operator', inputs: { project: project(private_to) } });

  it('is shared by its owner, who is asked before and told its name', async () => {
    const screen = await open('u1');
    await screen.press('Share…');
    await sayYes();
    const sent = screen.written('POST', '/api/memory/projects/3/share');
    sent.flush({ ...project(null), name: 'notes' });
    await screen.settle();
    expect(TestBed.inject(Toasts).shown()).toMatchObject([
      { text: 'memory.private.shared', params: { name: 'notes' } },
    ]);
  });

  it('is shared by nobody else', async () => {
    const screen = await open('u2');
    expect(screen.findAll('button')).toHaveLength(0);
    expect(screen.text()).toContain('Its owner and admins alone');
  });
});
