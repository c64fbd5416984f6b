import type { ProjectName } from '../projects';
import type { TaskName } from '../task-list';

export interface DemoSession {
  /** Working days ago. */
  ago: number;
  time: string;
  mood: string | null;
  projects: readonly ProjectName[];
  summary: string;
  decided?: readonly string[];
  created?: readonly TaskName[];
  completed?: readonly TaskName[];
}
