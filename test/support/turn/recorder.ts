import type { MutationChange } from '../../../src/domain/mutation.ts';
import type { Recorder } from '../../../src/ports/recorder.ts';

export interface TestRecorder extends Recorder {
  readonly changes: MutationChange[];
}

/** Keeps every change it is given, or refuses them all. */
export function aRecorder(works = true): TestRecorder {
  const changes: MutationChange[] = [];
  return {
    changes,
    async record(_call, change) {
      if (!works) throw new Error('disk full');
      changes.push(change);
    },
  };
}
