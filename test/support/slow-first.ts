import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Most files in these folders start processes, servers or browsers and take many seconds. */
const SLOW =
  /\/test\/(bench|ci|cli|crash|demo|local-slack\/web|models\/tools|ops|scenarios|simulation|slack|store|tools\/mcp)\//;

/** Slow files first, so that a run does not end with one of them and idle cores. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
